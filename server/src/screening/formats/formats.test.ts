import { describe, expect, test } from 'vitest'
import { parseList } from './index.ts'

/** Files of our own in the published formats; the persons in them do not exist. */
const SDN_CSV = [
  '36,"EXAMPLE AIR LINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '4632,"MUSTER, Erika Maria",individual,"SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Aug 1964."',
  '7777,"LISTED BANK",-0- ,"IRAN",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"SWIFT/BIC LISTIRTH; all offices."',
  '9000,"SEA EXAMPLE",vessel,"DPRK",-0- ,-0- ,"Bulk Cargo",-0- ,-0- ,"Panama",-0- ,-0- ',
  '\x1a',
].join('\r\n')
const ALT_CSV = ['4632,77,"aka","MUSTERMANN, Erika",-0- ', '1,78,"aka","NOBODY",-0- '].join('\r\n')

const SDN_XML = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://example.org/sdn.xsd"><publshInformation><Publish_Date>11/20/2026</Publish_Date></publshInformation>
<sdnEntry><uid>4632</uid><firstName>Erika</firstName><lastName>MUSTER &amp; S&#246;hne</lastName><sdnType>Individual</sdnType>
<programList><program>SDGT</program><program>IRAN</program></programList>
<akaList><aka><uid>77</uid><type>a.k.a.</type><firstName>Erika</firstName><lastName>MUSTERMANN</lastName></aka></akaList></sdnEntry>
<sdnEntry><uid>36</uid><lastName>EXAMPLE BANK</lastName><sdnType>Entity</sdnType>
<idList><id><uid>1</uid><idType>SWIFT/BIC</idType><idNumber>EXAMCUHH</idNumber></id></idList></sdnEntry></sdnList>`

const OFSI_CSV = `Last Updated,27/01/2026
Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,Group Type,Alias Type,Regime,Group ID
MUSTER,Erika,Maria,,,,Dr,Эрика Мустер,Individual,Primary name,Example regime,12001
MUSTERMANN,Erika,,,,,,,Individual,AKA,Example regime,12001
MUSTERMANN,Erika,,,,,,,Individual,AKA,Example regime,12001
EXAMPLE FOUNDATION,,,,,,,,Entity,Primary name,Example regime,12002
`
const UKSL_CSV = `Report Date: 20-Nov-2026
Last Updated,Unique ID,OFSI Group ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Title,Name non-latin script,Regime Name,Designation Type,Sanctions Imposed
20/11/2026,EXA0001,12001,MUSTER,Erika,,,,,Primary Name,,,Example regime,Individual,Asset freeze|Travel Ban
20/11/2026,EXA0002,,WANDERER,Hans,,,,,Primary Name,,,Example regime,Individual,Travel Ban
`
const UKSL_XML = `<Designations><DateGenerated>20/11/2026</DateGenerated><Designation><UniqueID>EXA0001</UniqueID>
<Names><Name><Name6>MUSTER</Name6><Name1>Erika</Name1><NameType>Primary Name</NameType></Name>
<Name><Name6>MUSTERMANN</Name6><NameType>Alias</NameType></Name></Names>
<NonLatinNames><NonLatinName><NameNonLatinScript>Эрика Мустер</NameNonLatinScript></NonLatinName></NonLatinNames>
<RegimeName>Example regime</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
<SanctionsImposed>Asset freeze</SanctionsImposed></Designation>
<Designation><UniqueID>EXA0002</UniqueID><Names><Name><Name6>WANDERER</Name6></Name></Names>
<IndividualEntityShip>Individual</IndividualEntityShip><SanctionsImposed>Travel Ban</SanctionsImposed></Designation></Designations>`

const EU_CSV = `\uFEFFfileGenerationDate;Entity_LogicalId;Entity_SubjectType;Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName
20/11/2026;13;person;P;EXA;Muster;Erika;;Erika Muster
20/11/2026;13;person;P;EXA;;;;Эрика Мустер
20/11/2026;13;person;P;EXA;;;;
20/11/2026;14;enterprise;E;EXA;;;;"Example ""Star"" Enterprise"
`
const EU_XML = `<?xml version="1.0" encoding="UTF-8"?><export xmlns="http://example.org/fsd" generationDate="2026-11-20T10:00:00Z">
<sanctionEntity euReferenceNumber="EU.13.1" logicalId="13"><regulation programme="EXA"/><subjectType code="person" classificationCode="P"/>
<nameAlias firstName="Erika" lastName="Muster" wholeName="Erika Muster &amp; Co"/><nameAlias wholeName="" firstName="E." lastName="Muster"/></sanctionEntity></export>`

describe('a published file is read', () => {
  test('OFAC, CSV with its aliases: kinds, programmes, the BIC of a listed bank', () => {
    const { format, names } = parseList(SDN_CSV, ALT_CSV)
    expect(format).toBe('OFAC_CSV')
    expect(names.map(({ entryId, name, kind }) => [entryId, name, kind])).toEqual([
      ['36', 'EXAMPLE AIR LINES', 'Company'],
      ['4632', 'MUSTER, Erika Maria', 'Individual'],
      ['7777', 'LISTED BANK', 'Company'],
      ['9000', 'SEA EXAMPLE', 'Vessel'],
      ['4632', 'MUSTERMANN, Erika', 'Individual'],
    ])
    expect(names[2]!.bics).toEqual(['LISTIRTH'])
    expect(names[1]!.programs).toBe('SDGT')
  })

  test('OFAC, XML: references decoded, aliases, programmes, the BIC of a bank', () => {
    const { format, published, names } = parseList(SDN_XML)
    expect([format, published]).toEqual(['OFAC_XML', '11/20/2026'])
    expect(names).toMatchObject([
      { entryId: '4632', name: 'Erika MUSTER & Söhne', kind: 'Individual', programs: 'SDGT; IRAN' },
      { entryId: '4632', name: 'Erika MUSTERMANN' },
      { entryId: '36', name: 'EXAMPLE BANK', kind: 'Company', bics: ['EXAMCUHH'] },
    ])
  })

  test('UK, OFSI’s columns: each name of an entry once, in its own script too', () => {
    const { format, published, names } = parseList(OFSI_CSV)
    expect([format, published]).toEqual(['UK_CSV', '27/01/2026'])
    expect(names.map(({ entryId, name }) => `${entryId} ${name}`)).toEqual([
      '12001 Erika Maria MUSTER',
      '12001 Эрика Мустер',
      '12001 Erika MUSTERMANN',
      '12002 EXAMPLE FOUNDATION',
    ])
  })

  test.each([
    ['CSV', UKSL_CSV, '20-Nov-2026', 1],
    ['XML', UKSL_XML, '20/11/2026', 3],
  ])(
    'UK Sanctions List, %s: a person under a travel ban without an asset freeze is left out',
    (_form, text, day, count) => {
      const { published, names } = parseList(text)
      expect(published).toBe(day)
      expect(names).toHaveLength(count)
      expect(names[0]).toMatchObject({
        entryId: 'EXA0001',
        name: 'Erika MUSTER',
        kind: 'Individual',
        programs: 'Example regime',
      })
      expect(JSON.stringify(names)).not.toContain('WANDERER')
    },
  )

  test('EU, CSV with semicolons', () => {
    const { format, published, names } = parseList(EU_CSV)
    expect([format, published]).toEqual(['EU_CSV', '20/11/2026'])
    expect(names).toMatchObject([
      { entryId: '13', name: 'Erika Muster', kind: 'Individual', programs: 'EXA' },
      { entryId: '13', name: 'Эрика Мустер' },
      { entryId: '14', name: 'Example "Star" Enterprise', kind: 'Company' },
    ])
  })

  test('EU, XML', () => {
    const { format, names } = parseList(EU_XML)
    expect(format).toBe('EU_XML')
    expect(names).toMatchObject([
      { entryId: '13', name: 'Erika Muster & Co', kind: 'Individual' },
      { name: 'E. Muster' },
    ])
  })
})

test.each([
  ['an unknown CSV', 'a,b,c\n1,2,3'],
  ['an unknown XML', '<html><body>Not found</body></html>'],
  ['a list without names', 'Last Updated,27/01/2026\nName 6,Name 1,Group ID\n'],
  ['nothing', ''],
])('%s is refused as a whole', (_what, text) => {
  expect(() => parseList(text)).toThrowError(expect.objectContaining({ code: 'screening_list_unreadable' }) as Error)
})

describe('a download that broke off is refused: the names in its missing part would pass unseen', () => {
  test.each([
    ['OFAC, XML, between two entries', SDN_XML.slice(0, SDN_XML.indexOf('<sdnEntry><uid>36'))],
    ['OFAC, XML, within an entry', SDN_XML.slice(0, SDN_XML.indexOf('EXAMPLE BANK'))],
    ['UK, XML', UKSL_XML.slice(0, UKSL_XML.indexOf('<Designation><UniqueID>EXA0002'))],
    ['EU, XML', EU_XML.slice(0, EU_XML.indexOf('<nameAlias wholeName=""'))],
    ['OFAC, CSV', SDN_CSV.slice(0, SDN_CSV.indexOf('"DPRK"'))],
    ['UK, CSV', OFSI_CSV.slice(0, OFSI_CSV.indexOf(',Entity,'))],
    ['EU, CSV', EU_CSV.slice(0, EU_CSV.indexOf('E;EXA;'))],
  ])('%s', (_what, text) => {
    expect(() => parseList(text)).toThrowError(expect.objectContaining({ code: 'screening_list_unreadable' }) as Error)
  })

  test.each([
    ['an empty file of aliases', ''],
    ['aliases of another list', '1,78,"aka","NOBODY",-0- '],
    ['a file of aliases that broke off', ALT_CSV.slice(0, -8)],
  ])('OFAC, CSV: %s', (_what, aliases) => {
    expect(() => parseList(SDN_CSV, aliases)).toThrowError(
      expect.objectContaining({ code: 'screening_list_unreadable' }) as Error,
    )
  })
})

test('five thousand references in one file are read', () => {
  const entries = Array.from(
    { length: 5_000 },
    (_, i) => `<sdnEntry><uid>${i}</uid><lastName>A &amp; B ${i}</lastName></sdnEntry>`,
  )
  const { names } = parseList(`<sdnList>${entries.join('')}</sdnList>`)
  expect([names.length, names[4_999]!.name]).toEqual([5_000, 'A & B 4999'])
})
