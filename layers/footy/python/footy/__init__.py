"""found-footy: goals seen, clips found, checked, recognised, kept."""
