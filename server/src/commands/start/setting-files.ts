import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from '../../config.ts'
import { readSecretFile } from '../../kernel/secret-file.ts'
import { loadModulusTable } from '../../payments/validation/index.ts'
import { textsOf } from '../../variable-faults.ts'

/**
 * Returns a text about each file of the settings that the start cannot do without: the certificate and the key of the
 * open-banking listener, the authorities of third parties, the UK modulus tables. A text never shows the content of a file.
 */
export function settingFileFaults({ openBanking, ukModulusDir }: Config): string[] {
  const { tlsCertificate, tlsKey, clientAuthorities } = openBanking ?? {}
  return [
    ...(tlsCertificate && tlsKey ? pairFaults(tlsCertificate, tlsKey) : []),
    ...(clientAuthorities ? textsOf(() => checkAuthorities(clientAuthorities)) : []),
    ...(ukModulusDir ? textsOf(() => loadModulusTable(ukModulusDir)).map((text) => `UK_MODULUS_DIR: ${text}`) : []),
  ]
}

function pairFaults(certificate: string, key: string): string[] {
  const files = { cert: '', key: '' }
  const unreadable = [
    ...textsOf(() => (files.cert = readNamedFile('OPEN_BANKING_TLS_CERT', certificate))),
    ...textsOf(() => (files.key = readSecretFile('OPEN_BANKING_TLS_KEY', key))),
  ]
  return unreadable.length > 0 ? unreadable : [...textsOf(() => checkPair(files))]
}

function checkPair(files: { cert: string; key: string }): void {
  try {
    createSecureContext(files)
  } catch (error) {
    const { reason = 'not in the form of PEM' } = error as { reason?: string }
    throw new Error(`OPEN_BANKING_TLS_CERT and OPEN_BANKING_TLS_KEY are not a certificate and its key: ${reason}.`, {
      cause: error,
    })
  }
}

/** @throws Error if a file contains no certificate, or one that cannot be read */
function checkAuthorities(file: string): void {
  const text = readNamedFile('OPEN_BANKING_CLIENT_CA', file)
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []
  if (certificates.length === 0)
    throw new Error(`OPEN_BANKING_CLIENT_CA is ${file}, which contains no certificate in the form of PEM.`)
  try {
    certificates.forEach((pem) => new X509Certificate(pem))
  } catch (error) {
    throw new Error(`OPEN_BANKING_CLIENT_CA is ${file}, which contains an invalid certificate.`, { cause: error })
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
