"""The guests of an evening: short and long names, with the letters of many languages."""

NAMES = (
    *("Ada Lovelace", "Bertrand", "Chiara", "Dominique-Alexandrine", "Étienne", "Fatou", "Giò", "Hüseyin", "Ines"),
    *("Jean-Baptiste de la R.", "Kaja", "Li Wei", "Maria Grazia", "Noor", "Oluwaseun", "Priya", "Quentin", "Rūta"),
    *("Șerban", "Tomás", "Uxía", "Vojtěch", "Wanda", "Xavier", "Yūko", "Zdeněk"),
)
