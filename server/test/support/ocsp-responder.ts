import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import 'reflect-metadata'
import {
  BasicOCSPResponse,
  CertStatus,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
  KeyHash,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
} from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Certificate, CRLReason, Extension } from '@peculiar/asn1-x509'
import * as x509 from '@peculiar/x509'
import type { Certified } from '../../src/open-banking/dcr/index.ts'

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11'
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
const importKey = (pem: string) => webcrypto.subtle.importKey('pkcs8', derOf(pem), ALGORITHM, true, ['sign'])

/** Behaviour of a responder; may be changed between requests. */
interface Behaviour {
  /** Signer of responses; absent: the authority itself. */
  signer?: Certified
  status: 'good' | 'revoked' | 'unknown'
  at: Date
  /** Absent: the response has no nextUpdate. */
  until?: Date | undefined
  nonce: 'repeated' | 'left out' | 'another'
  /** Another serial number than that of the request. */
  serialNumber?: string
  /** A response without a status. */
  failure?: OCSPResponseStatus
  /** Replaces the bytes of the response. */
  altered?: (bytes: Buffer) => Buffer
  /** Answers in place of the responder. */
  answers?: (reply: ServerResponse) => void
}

/**
 * An OCSP responder over HTTP, made by another implementation than the one that asks it.
 *
 * @param authority whose certificates it knows
 */
export async function openResponder(authority: Certified, at: Date, until?: Date) {
  const behaviour: Behaviour = { status: 'good', at, until, nonce: 'repeated' }
  const asked: string[] = []
  const respond = async (request: IncomingMessage, reply: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const parsed = AsnConvert.parse(Buffer.concat(chunks), OCSPRequest)
    const [single] = parsed.tbsRequest.requestList
    asked.push(Buffer.from(single!.reqCert.serialNumber).toString('hex'))
    if (behaviour.answers) return behaviour.answers(reply)
    const bytes = await responseTo(parsed, authority, behaviour)
    reply.setHeader('content-type', 'application/ocsp-response').end(behaviour.altered?.(bytes) ?? bytes)
  }
  const server = createServer((request, reply) => void respond(request, reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`,
    behaviour,
    /** Serial numbers of the requests so far. */
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function responseTo(request: OCSPRequest, authority: Certified, behaviour: Behaviour): Promise<Buffer> {
  const { signer = authority, status, failure } = behaviour
  const at = inSeconds(behaviour.at)
  const until = behaviour.until && inSeconds(behaviour.until)
  if (failure !== undefined) return Buffer.from(AsnConvert.serialize(new OCSPResponse({ responseStatus: failure })))
  const certID = request.tbsRequest.requestList[0]!.reqCert
  if (behaviour.serialNumber) certID.serialNumber = new Uint8Array(Buffer.from(behaviour.serialNumber, 'hex')).buffer
  const extension = request.tbsRequest.requestExtensions?.find(({ extnID }) => extnID === id_pkix_ocsp_nonce)
  const nonce =
    behaviour.nonce === 'another'
      ? new Extension({
          extnID: id_pkix_ocsp_nonce,
          extnValue: new OctetString(Buffer.concat([Buffer.from([4, 16]), randomBytes(16)])),
        })
      : extension
  const data = new ResponseData({
    responderID: new ResponderID({ byKey: new KeyHash(randomBytes(20)) }),
    producedAt: at,
    responses: [
      new SingleResponse({
        certID,
        certStatus: statusOf(status, at),
        thisUpdate: at,
        ...(until && { nextUpdate: until }),
      }),
    ],
    ...(nonce && behaviour.nonce !== 'left out' && { responseExtensions: [nonce] }),
  })
  const signature = await webcrypto.subtle.sign(
    ALGORITHM,
    await importKey(signer.privateKey),
    AsnConvert.serialize(data),
  )
  const basic = new BasicOCSPResponse({
    tbsResponseData: data,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256_WITH_RSA, parameters: null }),
    signature,
    ...(behaviour.signer && { certs: [AsnConvert.parse(derOf(behaviour.signer.certificate), Certificate)] }),
  })
  const responseBytes = new ResponseBytes({
    responseType: id_pkix_ocsp_basic,
    response: new OctetString(AsnConvert.serialize(basic)),
  })
  return Buffer.from(
    AsnConvert.serialize(new OCSPResponse({ responseStatus: OCSPResponseStatus.successful, responseBytes })),
  )
}

/** Times of responses have no fractions of seconds. */
const inSeconds = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000)

const statusOf = (status: Behaviour['status'], revocationTime: Date): CertStatus =>
  new CertStatus(
    {
      good: { good: null },
      unknown: { unknown: null },
      revoked: { revoked: new RevokedInfo({ revocationTime, revocationReason: new CRLReason(1) }) },
    }[status],
  )

/** Keys of all certificates issued here: drawing them takes long. */
let keys: ReturnType<typeof newKeys> | undefined
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A certificate that names the address of a responder, or one of a responder itself. */
export async function issueWith(
  authority: Certified,
  order: { name: string; responder?: string; signsResponses?: boolean; now: Date; days?: number },
): Promise<Certified> {
  x509.cryptoProvider.set(webcrypto as never)
  const pair = (keys ??= newKeys())
  const publicDer = pair.publicKey.export({ type: 'spki', format: 'der' })
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: `40${randomBytes(15).toString('hex')}`,
    subject: order.name,
    issuer: new x509.X509Certificate(authority.certificate).subject,
    notBefore: new Date(order.now.getTime() - 60_000),
    notAfter: new Date(order.now.getTime() + (order.days ?? 90) * 86_400_000),
    signingAlgorithm: ALGORITHM,
    publicKey: await webcrypto.subtle.importKey('spki', publicDer, ALGORITHM, true, ['verify']),
    signingKey: await importKey(authority.privateKey),
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([order.signsResponses ? OCSP_SIGNING : x509.ExtendedKeyUsage.clientAuth]),
      ...(order.responder === undefined
        ? []
        : [new x509.AuthorityInfoAccessExtension({ ocsp: [new x509.GeneralName('url', order.responder)] })]),
    ],
  })
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return { certificate: certificate.toString('pem'), privateKey }
}
