import Fixtures
import Testing

struct CatalogueTests {
    @Test("has eighty cases with a defect") func count() { #expect(FixtureCatalog.cases.count(where: \.isDefective) >= 80) }
}
