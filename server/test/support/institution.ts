import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryDirectory } from './temporary-directory.ts'

/** An institution that has nothing in common with the sandbox's. */
export const HARTWICK = {
  legalName: 'Hartwick & Søn Bankaktieselskab',
  tradingName: 'Hartwick Bank',
  address: { line1: 'Toldbodgade 7', city: 'København', postCode: '1253', countryCode: 'DK' },
  lei: 'HARTWICK0TEST0000014',
  licence: 'Hartwick & Søn is licensed by the Finanstilsynet.',
  safeguarding: 'Money of clients is kept at Danmarks Nationalbank.',
  contact: 'Complaints: klage@hartwick.example',
  support: 'Call +45 70 10 20 30, day and night',
  logo: 'logo.svg',
  accentColour: '#7A1F5C',
  timeZone: 'Europe/Copenhagen',
  objectionDays: 11,
  branches: [
    { country: 'IE', bic: 'HRTWIE2D', sortCode: '931152' },
    { country: 'GB', bic: 'HRTWGB2L', sortCode: '607080' },
    { country: 'DE', bic: 'HRTWDEFF', bankCode: '76543210' },
  ],
}

export const LOGO_SVG =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><title>Hartwick</title>' +
  '<g fill="#7a1f5c"><rect x="2" y="4" width="32" height="32" rx="6"/><path d="M44 8h8v10h12V8h8v24h-8V24H52v8h-8z"/></g>' +
  '<circle cx="98" cy="20" r="14" style="fill:none;stroke:rgb(122,31,92);stroke-width:4"/></svg>'

/** Writes a file about an institution beside a logo, and returns its path. Members that are undefined are left out. */
export function institutionFile(members: object, logo = LOGO_SVG): string {
  const folder = temporaryDirectory()
  writeFileSync(path.join(folder, 'logo.svg'), logo)
  const file = path.join(folder, 'institution.json')
  writeFileSync(file, JSON.stringify(members))
  return file
}
