// The messages of a bank connected by files, as the player writes them.

const document = (name: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${body}</Document>`

const header = (id: string, more = ''): string =>
  `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-20T10:00:00Z</CreDtTm>${more}</GrpHdr>`

/** A report on a payment: ACSP, ACSC or RJCT with its reason. */
export function statusReport(messageId: string, uetr: string, status: string, reason?: string): string {
  const why = reason ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>` : ''
  const transaction = `<TxInfAndSts><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>${status}</TxSts>${why}</TxInfAndSts>`
  return document('pacs.002.001.10', `<FIToFIPmtStsRpt>${header(messageId)}${transaction}</FIToFIPmtStsRpt>`)
}

/** Money of a payment sent back, all or a part of it. */
export function paymentReturn(messageId: string, uetr: string, amount: string, currency: string): string {
  const settlement = '<NbOfTxs>1</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf>'
  const money = `<RtrdIntrBkSttlmAmt Ccy="${currency}">${amount}</RtrdIntrBkSttlmAmt>`
  const transaction = `<TxInf><RtrId>${messageId}-1</RtrId><OrgnlUETR>${uetr}</OrgnlUETR>${money}<RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf>`
  return document('pacs.004.001.09', `<PmtRtr>${header(messageId, settlement)}${transaction}</PmtRtr>`)
}

/** Credit to one of our accounts, identified by IBAN. */
export interface Credit {
  reference: string
  amount: string
  currency: string
  iban: string
}

/** A notification of money in. */
export function creditNotification(messageId: string, credits: readonly Credit[]): string {
  const entries = credits.map(
    ({ reference, amount, currency, iban }) =>
      `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference}</AcctSvcrRef>` +
      `<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Customer Ltd</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>` +
      '<RmtInf><Ustrd>By file</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>',
  )
  const account = '<Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></Acct>'
  const body = `<BkToCstmrDbtCdtNtfctn>${header(messageId)}<Ntfctn><Id>${messageId}</Id>${account}${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn>`
  return document('camt.054.001.08', body)
}
