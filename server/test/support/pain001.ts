interface Transfer {
  endToEndId?: string
  instrId?: string
  amount?: string
  currency?: string
  name?: string
  iban?: string
  ustrd?: string
  purpose?: string
  /** Elements before CdtrAgt, between CdtrAcct and RmtInf, and within RmtInf. */
  intermediary?: string
  more?: string
  structured?: string
}

/** One transaction of a pain.001, to a payee in Germany. */
export const transfer = (change: Transfer = {}): Required<Pick<Transfer, 'amount'>> & { xml: string } => {
  const { amount = '1.00', currency = 'EUR', endToEndId = 'E2E', name = 'Muster Maschinenbau GmbH' } = change
  const {
    iban = 'DE89370400440532013000',
    instrId,
    ustrd,
    purpose,
    intermediary = '',
    more = '',
    structured = '',
  } = change
  const free = ustrd ? `<Ustrd>${ustrd}</Ustrd>` : ''
  const remittance = free || structured ? `<RmtInf>${free}${structured}</RmtInf>` : ''
  const xml = `<CdtTrfTxInf>
<PmtId>${instrId ? `<InstrId>${instrId}</InstrId>` : ''}<EndToEndId>${endToEndId}</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>
${intermediary}<CdtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></CdtrAgt>
<Cdtr><Nm>${name}</Nm><PstlAdr><StrtNm>Hauptstrasse</StrtNm><BldgNb>1</BldgNb><PstCd>10115</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr></Cdtr>
<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>
${purpose ? `<Purp><Cd>${purpose}</Cd></Purp>` : ''}${more}${remittance}
</CdtTrfTxInf>`
  return { amount, xml }
}

/** A customer's payment file with one debtor account. */
export function pain001(
  transfers: readonly ReturnType<typeof transfer>[],
  change: { messageId?: string; debtorIban?: string; date?: string } = {},
): string {
  const { messageId = 'MSG-1', debtorIban = 'DE02120300000000202051', date = '2026-11-20' } = change
  const cents = transfers.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const total = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-20T09:00:00Z</CreDtTm><NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${total}</CtrlSum><InitgPty><Nm>Example</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>P1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>${date}</Dt></ReqdExctnDt>
<Dbtr><Nm>Example</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtorIban}</IBAN></Id></DbtrAcct>
<DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>
${transfers.map(({ xml }) => xml).join('\n')}
</PmtInf></CstmrCdtTrfInitn></Document>`
}
