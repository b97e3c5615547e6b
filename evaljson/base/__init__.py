"""What everything else uses: errors, paths, JSON types, parameters, plug-ins."""
