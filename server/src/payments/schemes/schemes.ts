import { ach } from './ach.ts'
import { chaps } from './chaps.ts'
import { fasterPayments } from './faster-payments.ts'
import { fedwire } from './fedwire.ts'
import { local } from './local.ts'
import type { PaymentScheme } from './facts/scheme.ts'
import { sepaCreditTransfer } from './sepa-credit-transfer.ts'
import { sepaInstant } from './sepa-instant.ts'
import { swift } from './swift.ts'

const schemes = {
  Fps: fasterPayments,
  Chaps: chaps,
  Sepa: sepaCreditTransfer,
  SepaInstant: sepaInstant,
  Ach: ach,
  Fedwire: fedwire,
  Local: local,
  Swift: swift,
} satisfies Record<string, PaymentScheme>

/** Name of a payment scheme in the API. */
export type Rail = keyof typeof schemes
/** Every payment scheme by its name in the API, the preferred first. */
export const SCHEMES: Readonly<Record<Rail, PaymentScheme>> = schemes
export const RAILS = Object.keys(schemes) as readonly Rail[]

/** Returns the scheme of a name; undefined when no scheme has it. */
export const findScheme = (name: string): PaymentScheme | undefined =>
  Object.hasOwn(schemes, name) ? SCHEMES[name as Rail] : undefined
