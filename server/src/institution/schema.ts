import { type Static, Type } from 'typebox'

/** A line of text without control characters. */
const Line = (maxLength: number, what: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
    expected: `${what} of at most ${maxLength} characters on one line`,
  })

const Country = (what: string) =>
  Type.String({ pattern: '^[A-Z]{2}$', expected: `${what} as two capital letters, for example GB` })

const Code = Type.Optional(Type.String({ pattern: '^\\d{3,8}$', expected: 'the code as digits in quotation marks' }))

/** Form of the file that describes the institution. Members that are absent are missing in production, or have a default. */
export const InstitutionFile = Type.Object(
  {
    legalName: Type.Optional(Line(140, 'the registered name')),
    tradingName: Type.Optional(Line(70, 'the name in everyday use')),
    address: Type.Optional(
      Type.Object(
        {
          line1: Line(70, 'street and number'),
          line2: Type.Optional(Line(70, 'a second line')),
          city: Line(35, 'the town'),
          region: Type.Optional(Line(35, 'the region')),
          postCode: Type.Optional(Line(16, 'the post code')),
          countryCode: Country('the country'),
        },
        { additionalProperties: false, expected: 'an object with line1, city and countryCode' },
      ),
    ),
    lei: Type.Optional(
      Type.String({ expected: 'a legal entity identifier: 20 characters with the right check digits (ISO 17442)' }),
    ),
    licence: Type.Optional(Line(400, 'a sentence about the licence')),
    safeguarding: Type.Optional(Line(400, "a sentence about the safeguarding of clients' money")),
    contact: Type.Optional(Line(200, 'a contact for questions and complaints')),
    support: Type.Optional(Line(200, 'a line about where users get help')),
    logo: Type.Optional(
      Type.String({
        minLength: 1,
        expected: 'the path of an SVG file of at most 64 KiB, from the folder of this file',
      }),
    ),
    accentColour: Type.Optional(
      Type.String({
        pattern: '^#[0-9A-Fa-f]{6}$',
        expected: 'a colour like #0b4f8a, with a contrast of at least 3 with white',
      }),
    ),
    timeZone: Type.Optional(Type.String({ expected: 'a time zone like Europe/London' })),
    objectionDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, expected: 'a whole number of days from 1 to 90' }),
    ),
    branches: Type.Optional(
      Type.Array(
        Type.Object(
          {
            country: Country('the country of the branch'),
            bic: Type.String({ expected: 'the BIC of the branch: 8 or 11 characters' }),
            sortCode: Code,
            bankCode: Code,
            branchCode: Code,
          },
          { additionalProperties: false, expected: 'an object with country, bic and the codes of that country' },
        ),
        { minItems: 1, expected: 'a list with at least one branch' },
      ),
    ),
  },
  { additionalProperties: false, expected: 'an object' },
)
export type InstitutionFile = Static<typeof InstitutionFile>
