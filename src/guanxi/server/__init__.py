"""Tables over HTTP, one package per feature; `parts` connects them.  Rules, views and logs are the engine's."""
