"""What everything else uses: errors, paths, JSON types, array types, parameters, plug-ins."""
