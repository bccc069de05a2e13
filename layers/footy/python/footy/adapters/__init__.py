"""Everything that speaks to the outside: each foreign service behind one door, its errors under our names."""
