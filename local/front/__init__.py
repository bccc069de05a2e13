"""Local replacement of CloudFront: one address for the page, the API and the clips."""
