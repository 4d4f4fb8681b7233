import { readFileSync } from 'node:fs'
import { contrast, shadeFor } from './colour.ts'
import { type Image, imageIn } from '../../dcr/index.ts'

/** The institution as the users' pages show it. */
export interface Institution {
  name: string
  /** Line on every page: where users get help; empty if not configured. */
  support: string
  /** Zone of the times on pages before a user is known. */
  timeZone: string
  /** Six hexadecimal digits after #. */
  colour: string
  logo?: Image
}

/** The configuration of the pages. */
export interface InstitutionSettings extends Omit<Institution, 'logo'> {
  /** Path of the file. */
  logo?: string
}

/** Least contrast of a mark or an edge with its ground (WCAG 1.4.11). */
const LEAST_CONTRAST = 3
const MOST_LOGO_BYTES = 128 * 1024

/**
 * Reads the logo, and checks the colour and the time zone.
 *
 * @throws Error that names the variable at fault and a value that passes
 */
export function openInstitution({ logo, ...settings }: InstitutionSettings): Institution {
  checkColour(settings.colour)
  checkTimeZone(settings.timeZone)
  return { ...settings, ...(logo !== undefined && { logo: readLogo(logo) }) }
}

function checkColour(colour: string): void {
  const found = contrast(colour, '#ffffff')
  if (found >= LEAST_CONTRAST) return
  throw new Error(
    `INSTITUTION_COLOUR is ${colour}, whose contrast with white is ${found.toFixed(1)}; it must be at least ` +
      `${LEAST_CONTRAST}. The nearest darker shade is ${shadeFor(colour, '#ffffff', LEAST_CONTRAST)}.`,
  )
}

function checkTimeZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en-GB', { timeZone })
  } catch (error) {
    throw new Error(`INSTITUTION_TIME_ZONE is ${timeZone}; it must be a time zone like Europe/London.`, {
      cause: error,
    })
  }
}

function readLogo(path: string): Image {
  const bytes = readOrThrow(path)
  const fault = (what: string) =>
    new Error(`INSTITUTION_LOGO ${what}; it must be a PNG, JPEG or SVG file of at most ${MOST_LOGO_BYTES / 1024} KiB.`)
  if (bytes.length > MOST_LOGO_BYTES) throw fault(`has ${Math.ceil(bytes.length / 1024)} KiB`)
  const image = imageIn(bytes, ['image/png', 'image/jpeg', 'image/svg+xml'])
  if (!image) throw fault('is no such image')
  return image
}

function readOrThrow(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`INSTITUTION_LOGO cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
