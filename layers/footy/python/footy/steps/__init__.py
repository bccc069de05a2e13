"""One file for each function, called like its state, its folder in lambdas/ and its test."""
