"""gnomon's solver: sessions in, exact answers out. No terminal code lives here."""
