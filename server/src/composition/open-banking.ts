import { createHash, X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { readFileSync } from 'node:fs'
import type { Config, OpenBankingConfig } from '../settings/config.ts'
import type { EntityDirectory } from '../entities/index.ts'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import type { Listener } from '../kernel/db/notifications.ts'
import { isTrustedPeer } from '../kernel/http/listener/address-range.ts'
import { readSecretFile } from '../kernel/secret-file.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { type Authorisation, openAuthorisation } from '../open-banking/authorisation/index.ts'
import type { CheckPayee, FindPayers } from '../open-banking/consents/index.ts'
import {
  acceptedCertificates,
  askResponder,
  type Certified,
  type ClientCertificates,
  configuredDirectory,
  createDirectoryWatch,
  createKeySets,
  createSoftwareKeys,
  createStanding,
  createStatuses,
  createThirdParties,
  DIRECTORY_MS,
  forgetDirectory,
  fromConnection,
  fromProxyHeader,
  issueCertificate,
  type KeySets,
  readDirectory,
  readListBytes,
  type SandboxAuthority,
  sandboxAuthority,
  sandboxDirectory,
  selfSigned,
  serverCertificate,
  type SoftwareKeys,
  type IntroducingThirdParties,
  type TrustedDirectory,
} from '../open-banking/dcr/index.ts'

import type { DescribedListener } from '../open-banking/http/index.ts'

/** Open-banking parts beyond those shared by the process. */
export interface OpenBanking extends ClientCertificates {
  settings: OpenBankingConfig
  authorisation: Authorisation
  directory: TrustedDirectory
  directoryKeys: KeySets
  softwareKeys: SoftwareKeys
  thirdParties: IntroducingThirdParties
  /** Absent behind a proxy that ends TLS: then the listener speaks HTTP, to that proxy alone. */
  tls?: { key: string; cert: string; ca: string[] }
  /** Returns true if a connection may be made at all. */
  isWelcome: (address: string | undefined) => boolean
  /** Authority of the sandbox's own directory. */
  sandbox?: SandboxAuthority
  /** Routes and address of the listener for the API documents; set when it is built. */
  described?: DescribedListener
}

interface OpenBankingDeps {
  db: Db
  clock: Clock
  /** Not yet started. */
  listener: Listener
  entities: EntityDirectory
  seal: Seal
  /** Key for signing cookies; the same in every process. */
  secretsKey: () => Buffer
  /** Receives internal errors. */
  onDefect: (error: Error) => void
  findPayers: FindPayers
  checkPayee: CheckPayee
}

/** Opens open banking as configured; undefined where it is not. */
export async function openOpenBanking(deps: OpenBankingDeps, config: Config): Promise<OpenBanking | undefined> {
  const { openBanking: settings, sandbox, dataDir } = config
  if (!settings) return undefined
  const { db, clock } = deps
  const held = sandbox ? await sandboxAuthority(dataDir, clock.wall()) : undefined
  const directory = directoryOf(settings, held, deps)
  const authorities = authoritiesOf(settings, held)
  const isProxy = isTrustedPeer(settings.trustedProxies)
  const shown = settings.certificateHeader
    ? fromProxyHeader(settings.certificateHeader, isProxy, authorities.map(asCertificate), () => clock.wall())
    : fromConnection
  const standing = await openStanding(deps, settings, authorities)
  await watchDirectory(deps, settings)
  const certificates = acceptedCertificates(shown, standing)
  const now = () => clock.wall().getTime()
  const softwareKeys = createSoftwareKeys(createKeySets(directory.readKeySet, now), revokedKeysOf(deps, settings))
  const thirdParties = createThirdParties(db, softwareKeys, deps.listener)
  const tls = await tlsOf(settings, held, authorities, config, clock)
  const authorisation = await openAuthorisation({
    ...deps,
    softwareKeys,
    thirdParties,
    ...certificates,
    certify: certifier(settings, held, clock),
    mayReplace: sandbox,
    isSandbox: sandbox,
    issuer: config.openBankingBaseUrl,
    organisationId: settings.organisationId,
    pagesOrigin: config.pagesBaseUrl,
    hasPagesListener: config.pagesPort !== undefined,
    institution: config.institution,
    cookieKey: createHash('sha256').update('cookies').update(deps.secretsKey()).digest('base64url'),
    ...(settings.scripts && { scripts: settings.scripts }),
  })
  return {
    settings,
    authorisation,
    directory,
    directoryKeys: createKeySets(() => directory.keys(), now),
    softwareKeys,
    thirdParties,
    ...certificates,
    isWelcome: settings.certificateHeader ? isProxy : () => true,
    ...(tls && { tls }),
    ...(held && { sandbox: held }),
  }
}

/** Revocation lists are read at the start and every five minutes. */
const REFRESH_MS = 5 * 60_000

async function openStanding({ clock, onDefect }: OpenBankingDeps, settings: OpenBankingConfig, authorities: string[]) {
  const respondersOf = ({ address, whenSilent }: NonNullable<OpenBankingConfig['ocsp']>) => ({
    whenSilent,
    statuses: createStatuses({
      authorities: authorities.map(asCertificate),
      ...(address !== undefined && { address }),
      wall: () => clock.wall(),
      send: askResponder,
      onError: (of, reason) =>
        onDefect(new Error(`The response of the OCSP responder ${of} cannot be used: ${reason}.`)),
    }),
  })
  const standing = createStanding({
    sources: settings.revocationLists,
    authorities: authorities.map(asCertificate),
    whenUnlisted: settings.whenUnlisted,
    wall: () => clock.wall(),
    read: readListBytes,
    onError: (source, reason) => onDefect(new Error(`The revocation list ${source} cannot be used: ${reason}.`)),
    ...(settings.ocsp && { responders: respondersOf(settings.ocsp) }),
  })
  await standing.refresh()
  if (settings.revocationLists.length > 0) setInterval(() => void standing.refresh(), REFRESH_MS).unref()
  return standing
}

/** Reads the directory's statuses at the start and every five minutes; without a source those of an earlier one are forgotten. */
async function watchDirectory({ db, clock, onDefect }: OpenBankingDeps, { directoryStatus }: OpenBankingConfig) {
  if (!directoryStatus) return forgetDirectory(db)
  const { source, whenUnknown } = directoryStatus
  const watch = createDirectoryWatch({
    db,
    source: source.list,
    whenUnknown,
    wall: () => clock.wall(),
    read: () => readDirectory(source),
    onError: (reason) => onDefect(new Error(`The directory's list ${source.list} cannot be used: ${reason}.`)),
  })
  await watch.readNow()
  setInterval(() => void watch.readIfDue(), DIRECTORY_MS).unref()
}

/** Returns how the directory's sets of revoked keys are read; undefined without a source of its statuses. */
function revokedKeysOf({ clock, onDefect }: OpenBankingDeps, { directoryStatus }: OpenBankingConfig) {
  return (
    directoryStatus && {
      whenUnknown: directoryStatus.whenUnknown,
      now: () => clock.wall().getTime(),
      onError: (address: string, reason: string) =>
        onDefect(new Error(`The set of revoked keys ${address} cannot be read: ${reason}.`)),
    }
  )
}

function directoryOf(
  settings: OpenBankingConfig,
  held: SandboxAuthority | undefined,
  { db }: OpenBankingDeps,
): TrustedDirectory {
  if (settings.directoryJwks) return configuredDirectory(settings.directoryIssuer, settings.directoryJwks)
  if (!held) throw new Error('Outside the sandbox, OPEN_BANKING_DIRECTORY_JWKS names the directory that is trusted.')
  return sandboxDirectory(db, held)
}

const asCertificate = (pem: string): X509Certificate => new X509Certificate(pem)

/** Returns the PEM of each authority whose client certificates are accepted. */
function authoritiesOf(settings: OpenBankingConfig, held: SandboxAuthority | undefined): string[] {
  if (!settings.clientAuthorities) return held ? [held.authority.certificate] : []
  const text = readFileSync(settings.clientAuthorities, 'utf8')
  return text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []
}

async function tlsOf(
  settings: OpenBankingConfig,
  held: SandboxAuthority | undefined,
  ca: string[],
  config: Config,
  clock: Clock,
): Promise<OpenBanking['tls']> {
  const { tlsCertificate, tlsKey } = settings
  if (tlsCertificate && tlsKey)
    return { cert: readFileSync(tlsCertificate, 'utf8'), key: readSecretFile('OPEN_BANKING_TLS_KEY', tlsKey), ca }
  if (settings.certificateHeader) return undefined
  if (!held) throw new Error('Outside the sandbox, OPEN_BANKING_TLS_CERT and OPEN_BANKING_TLS_KEY are needed.')
  const own = new URL(config.openBankingBaseUrl).hostname.replace(/^\[|\]$/g, '')
  const hosts = [...new Set([own, 'localhost', '127.0.0.1', hostname().toLowerCase()])]
  const { certificate, privateKey } = await serverCertificate(config.dataDir, held, hosts, clock.wall())
  return { cert: `${certificate}${held.authority.certificate}`, key: privateKey, ca }
}

/** Returns the certifier of new signing keys. */
export function certifier(
  settings: OpenBankingConfig,
  held: SandboxAuthority | undefined,
  clock: Clock,
): () => Promise<Certified> {
  const subject = `CN=${settings.organisationId}, OU=${settings.organisationId}, O=Cambist`
  return () =>
    held
      ? issueCertificate(held.authority, { subject, purpose: 'signing', days: 1095 }, clock.wall())
      : selfSigned(subject, clock.wall())
}
