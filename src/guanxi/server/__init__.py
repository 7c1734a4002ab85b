"""Tables over HTTP: store, live stream, seats and bot workers.  Rules, views and logs are the engine's."""
