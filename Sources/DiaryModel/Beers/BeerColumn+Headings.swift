extension BeerColumn {
  /// Names of the fields in files of many languages; see ``headings``.
  package enum Headings {
    static let name = [
      "beername", "name", "beer", "title", "productname", "product", "beverage", "drink", "winename", "wine",
      "whiskyname", "whiskeyname", "whisky", "whiskey", "cidername", "cider", "biername", "bier",
      "nomdelabiere", "biere", "nom", "cerveza", "cerveja", "birra", "nombre", "nome", "naam", "navn", "namn",
      "bezeichnung", "pivo", "\u{F8}l", "ol",
    ]
    static let brewery = [
      "breweryname", "brewery", "brewername", "brewer", "brewedby", "producer", "maker", "brasserie",
      "brauerei", "brouwerij", "birrificio", "cerveceria", "cervejaria", "bryggeri", "winery", "distillery",
      "distiller", "distillerie", "manufacturer", "hersteller", "producteur", "productor", "produttore",
      "company", "brand",
    ]
    static let style = [
      "beerstyle", "stylename", "style", "beertype", "type", "category", "biersorte", "sorte", "bierstil",
      "bierstijl", "stil", "stijl", "estilo", "stile", "tipo",
      "regionalwinestyle", "winestyle", "winetype", "variety",
    ]
    static let rating: [String] = plainRatings + ratingsOnScales + ["points", "punkte"]
    /// The user's own ratings come first, as a `Rating` next to them is that of a community.
    private static let plainRatings = [
      "myrating", "yourrating", "personalrating", "myscore", "mystars", "rating", "ratingscore", "userrating",
      "stars", "score", "overall", "beerrating", "sterne", "etoiles", "checkinrating", "bewertung", "wertung",
      "beoordeling", "valoracion", "puntuacion", "valutazione", "voto",
    ]
    /// Names with a scale, as in `Rating (10)`, `Bewertung (1-10)`, `My score (0-5)` and `Score out of 10`.
    private static let ratingsOnScales: [String] = [
      "myrating", "yourrating", "myscore", "rating", "score", "bewertung", "wertung",
    ].flatMap { name in
      ["5", "10", "20", "100"].flatMap { scale in
        ["\(name)\(scale)", "\(name)0\(scale)", "\(name)1\(scale)", "\(name)outof\(scale)"]
      }
    }
    /// The user's own notes come first, as a `Description` next to them is that of the brewery.
    static let notes = [
      "mynotes", "yourreview", "yournotes", "myreview", "personalnote", "personalnotes",
      "notes", "tastingnotes", "bemerkung", "bemerkungen", "notizen", "notiz", "note", "comment", "comments",
      "reviewtext", "review",
      "remarks", "checkincomment", "tastingnote", "commentaire", "commentaires",
      "notesdedegustation", "verkostungsnotizen", "opmerkingen", "proefnotities",
      "notas", "notasdecata", "kommentar", "impressions", "thoughts", "description", "descript",
    ]
    /// Names that say that the beer was drunk come first, as a `Date` next to them may be that of buying it.
    static let drunkAt = [
      "drunkat", "drunkon", "drankat", "drankon", "datedrunk", "consumedat", "consumedon", "dateconsumed",
      "tastedat", "tastedon", "datetasted", "tastingdate", "datetried", "triedon", "drinkdate",
      "consumptiondate", "datededegustation", "fechadecata", "checkindate", "reviewtime", "reviewdate",
      "ratingdate", "ratedon", "date", "when", "datum", "fecha", "dato", "dateadded", "consumed", "scandate",
    ]
    static let abv = [
      "abv", "beerabv", "alcohol", "alcoholbyvolume", "alc", "alcvol", "strength", "alkohol", "alkoholgehalt",
      "alk",
      "alcool", "alcoholpercentage", "volpercent", "volumenprozent", "abvin", "alcoholin", "alkoholin",
      "degre",
    ]
    static let place = [
      "place", "venue", "venuename", "location", "where", "bar", "pub", "lokal", "kneipe", "ort", "lieu",
      "plaats",
      "lugar", "luogo",
    ]
    static let price = ["price", "cost", "paid", "preis", "prix", "prijs", "precio", "prezzo"]

    /// Names of the date that do not say whether a beer was drunk or, for example, bought then.
    package static let plainDates: Set = ["date", "when", "dateadded", "datum", "fecha", "dato"]
    /// Names that lists of breweries have as well.
    package static let alsoOfBreweries: Set = [
      "name", "title", "nom", "nombre", "nome", "naam", "navn", "namn", "bezeichnung", "product",
      "productname", "beverage", "drink", "cider", "cidername", "wine", "winename", "whisky",
      "whiskyname", "whiskey", "whiskeyname", "type", "category", "tipo", "variety", "winetype", "note",
      "comment", "comments",
      "description", "descript", "remarks", "bemerkung", "bemerkungen", "notizen", "notiz", "commentaire",
      "commentaires", "opmerkingen", "notas", "kommentar",
    ]
    /// French names of the name and the brewery; with them, a numeric `Note` is a rating, even a low one.
    package static let french: Set = [
      "nom", "nomdelabiere", "biere", "brasserie", "distillerie", "producteur",
    ]
  }
}
