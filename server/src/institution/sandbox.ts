import { type Logo, readLogo } from './logo.ts'
import type { InstitutionFile } from './schema.ts'

/** The invented institution of a sandbox. No bank has its codes, and its sentences state what it is. */
export const SANDBOX_IDENTITY: InstitutionFile = {
  legalName: 'Cambist Sandbox Ltd',
  tradingName: 'Cambist Sandbox',
  address: { line1: '1 Exchange Place', city: 'London', postCode: 'EC2X 9ZZ', countryCode: 'GB' },
  lei: 'SANDBOX0CAMBIST00043',
  licence: 'A sandbox: it holds no licence.',
  safeguarding: 'The money shown is simulated; no institution holds it.',
  contact: 'Questions: the operator of this sandbox.',
  branches: [
    { country: 'GB', bic: 'CMBTGB2L', sortCode: '049901' },
    { country: 'IE', bic: 'CMBTIE2D', sortCode: '990017' },
    { country: 'DE', bic: 'CMBTDEFF', bankCode: '50199000' },
    { country: 'LU', bic: 'CMBTLULL', bankCode: '099' },
    { country: 'NL', bic: 'CMBTNL2A' },
    { country: 'BE', bic: 'CMBTBEBB', bankCode: '979' },
    { country: 'FR', bic: 'CMBTFRPP', bankCode: '19990', branchCode: '00001' },
    { country: 'ES', bic: 'CMBTESMM', bankCode: '0999', branchCode: '0001' },
  ],
}

/** The sign of the software on a ground of its colour. */
export const SANDBOX_LOGO: Logo = readLogo(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b4f8a"/>' +
      '<path d="M9 12h14l-4-4M23 20H9l4 4" fill="none" stroke="#ffffff" stroke-width="2.6"/></svg>',
  ),
)
