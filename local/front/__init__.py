"""What CloudFront is on AWS: one address for the page, the API and the clips, with a cache before them."""
