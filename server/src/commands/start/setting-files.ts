import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { MachineSettings } from '../../settings/config.ts'
import { readSecretFile } from '../../kernel/secret-file.ts'
import { type DirectorySource, parseKeySet } from '../../open-banking/dcr/index.ts'
import { loadModulusTable } from '../../payments/validation/index.ts'
import { textsOf } from '../../settings/errors.ts'

/**
 * Returns a text about each file of the settings that the start cannot do without: those of the database's TLS, the certificate and the key of the
 * open-banking listener, the authorities of third parties, the directory's keys, what the directory asks of a reader of its
 * list, the UK modulus tables. A text never shows the content of a file.
 */
export function settingFileErrors({ databaseUrl, openBanking, ukModulusDir }: MachineSettings): string[] {
  const { tlsCertificate, tlsKey, clientAuthorities, directoryJwks, directoryStatus } = openBanking ?? {}
  return [
    ...(databaseUrl ? databaseErrors(databaseUrl) : []),
    ...pairErrors('OPEN_BANKING_TLS', { file: tlsCertificate, key: tlsKey }),
    ...(clientAuthorities ? textsOf(() => checkAuthorities('OPEN_BANKING_CLIENT_CA', clientAuthorities)) : []),
    ...(directoryJwks ? textsOf(() => checkKeySet('OPEN_BANKING_DIRECTORY_JWKS', directoryJwks)) : []),
    ...(directoryStatus ? directoryErrors(directoryStatus.source) : []),
    ...(ukModulusDir ? textsOf(() => loadModulusTable(ukModulusDir)).map((text) => `UK_MODULUS_DIR: ${text}`) : []),
  ]
}

/** Checks the files that the address of the database names: the authorities of its certificate, and our certificate with its key. */
function databaseErrors(address: string): string[] {
  const [, query] = /\?(.*)$/s.exec(address) ?? []
  const parameters = new URLSearchParams(query)
  return ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
    const file = parameters.get(name)
    return file ? textsOf(() => readNamedFile(`${name} of DATABASE_URL`, file)) : []
  })
}

/** The list itself may be missing at the start: a job may write it later, and a setting decides until then. */
function directoryErrors({ certificate, authorities, token }: DirectorySource): string[] {
  const setting = 'OPEN_BANKING_DIRECTORY_STATUS'
  return [
    ...(certificate ? pairErrors(setting, certificate) : []),
    ...(authorities === undefined ? [] : textsOf(() => checkAuthorities(`${setting}_CA`, authorities))),
    ...(token === undefined ? [] : textsOf(() => checkToken(`${setting}_TOKEN`, token))),
  ]
}

/** Checks a certificate and its key, the settings `setting`_CERT and `setting`_KEY; of one alone, that it can be read. */
function pairErrors(setting: string, { file, key }: { file?: string | undefined; key?: string | undefined }): string[] {
  const files = { cert: '', key: '' }
  const unreadable = [
    ...(file ? textsOf(() => (files.cert = readNamedFile(`${setting}_CERT`, file))) : []),
    ...(key ? textsOf(() => (files.key = readSecretFile(`${setting}_KEY`, key))) : []),
  ]
  return unreadable.length > 0 || !file || !key ? unreadable : [...textsOf(() => checkPair(setting, files))]
}

function checkPair(setting: string, files: { cert: string; key: string }): void {
  try {
    createSecureContext(files)
  } catch (error) {
    const { reason = 'not in the form of PEM' } = error as { reason?: string }
    throw new Error(`${setting}_CERT and ${setting}_KEY are not a certificate and its key: ${reason}.`, {
      cause: error,
    })
  }
}

/** @throws Error if the file contains anything but one line that a header can carry */
function checkToken(setting: string, file: string): void {
  if (!/^[!-~]+$/.test(readSecretFile(setting, file).trim()))
    throw new Error(`${setting} is the path of a file that does not contain a bearer token.`)
}

/** @throws Error if a file contains no certificate, or one that cannot be read */
function checkAuthorities(setting: string, file: string): void {
  const text = readNamedFile(setting, file)
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []
  if (certificates.length === 0)
    throw new Error(`${setting} is ${file}, which contains no certificate in the form of PEM.`)
  try {
    certificates.forEach((pem) => new X509Certificate(pem))
  } catch (error) {
    throw new Error(`${setting} is ${file}, which contains an invalid certificate.`, { cause: error })
  }
}

/** Checks a file of keys; an address is read when a third party registers. @throws Error if it contains no key that can sign */
function checkKeySet(setting: string, source: string): void {
  if (source.startsWith('https://')) return
  const found = readKeySet(readNamedFile(setting, source))
  if (found === undefined)
    throw new Error(
      `${setting} is ${source}, which is not a JSON Web Key Set of public RSA or EC keys: { "keys": [{ "kty": "RSA", … }] }.`,
    )
}

function readKeySet(text: string): object | undefined {
  try {
    const set = parseKeySet(text)
    return set.keys.length > 0 ? set : undefined
  } catch {
    return undefined // its message would show the content
  }
}

function readNamedFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${setting} is ${file}, which cannot be read (${code}).`, { cause: error })
  }
}
