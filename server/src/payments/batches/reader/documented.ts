import { type TSchema, Type } from 'typebox'
import { PaymentOrder } from '../../record/schema.ts'
import { MAX_ITEMS } from '../schema.ts'

/** Bodies of a batch that are files, as the API document describes them. */

interface Node {
  type?: string
  properties?: Record<string, Node>
  items?: Node & { properties?: { type?: { enum?: string[] } } }
}

/** Lists the columns of a CSV: a dot leads into a part of the order, and a routing code has a column of its type. */
function columnsOf({ properties = {} }: Node, at = ''): string[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const column = `${at}${name}`
    if (node.properties) return columnsOf(node, `${column}.`)
    const { properties: parts } = node.items ?? {}
    if (parts) return (parts.type?.enum ?? []).map((type) => `${column}.${type}`) // a list of documents has no columns
    return node.type === 'object' ? [`${column}.<name>`] : [column]
  })
}

const CSV_COLUMNS: readonly string[] = columnsOf(PaymentOrder as unknown as Node)

const CSV_EXAMPLE = `accountId,paymentDate,amount,currency,reference,clientReference,creditorAccount.name,creditorAccount.type,creditorAccount.countryCode,creditorAccount.bankCountryCode,creditorAccount.currency,creditorAccount.address.line1,creditorAccount.address.city,creditorAccount.address.countryCode,creditorAccount.iban,creditorAccount.routingCodes.SortCode,creditorAccount.accountNumber
acc_01J0000000E008000000000080,2026-12-01,120.00,GBP,INV 7001,run-12-1,Northern Mills Ltd,Company,GB,GB,GBP,Mill Lane 1,Leeds,GB,,200000,55779911
acc_01J0000000E008000000000080,2026-12-01,80.50,GBP,"INV 7002, part",run-12-2,Harbour Freight Ltd,Company,GB,GB,GBP,Dock Road 2,Hull,GB,GB33BUKB20201555555555,,
`

const XML_EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>RUN-2026-12-01</MsgId>
      <CreDtTm>2026-11-30T09:00:00Z</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>120.00</CtrlSum>
      <InitgPty><Nm>Example Ltd</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>RUN-2026-12-01-GBP</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <ReqdExctnDt><Dt>2026-12-01</Dt></ReqdExctnDt>
      <Dbtr><Nm>Example Ltd</Nm></Dbtr>
      <DbtrAcct><Id><Othr><Id>acc_01J0000000E008000000000080</Id></Othr></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
      <CdtTrfTxInf>
        <PmtId><InstrId>run-12-1</InstrId><EndToEndId>INV-7001</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="GBP">120.00</InstdAmt></Amt>
        <CdtrAgt><FinInstnId><BICFI>BUKBGB22</BICFI></FinInstnId></CdtrAgt>
        <Cdtr>
          <Nm>Northern Mills Ltd</Nm>
          <PstlAdr><StrtNm>Mill Lane</StrtNm><BldgNb>1</BldgNb><TwnNm>Leeds</TwnNm><Ctry>GB</Ctry></PstlAdr>
        </Cdtr>
        <CdtrAcct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>INV 7001</Ustrd></RmtInf>
      </CdtTrfTxInf>
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`

/** Schemas of the bodies that are files, by media type. */
export const BATCH_FILES: Readonly<Record<string, TSchema>> = {
  'text/csv': Type.String({
    description: `A header line and a line for each payment, at most ${MAX_ITEMS}; UTF-8, separated by commas or semicolons, quoted as in RFC 4180. An empty cell is a field left out. A cell with several values separates them by \`|\`.

Columns, in any order: ${CSV_COLUMNS.map((column) => `\`${column}\``).join(', ')}. They are the fields of PaymentOrder, with the same rules. Send \`mode\`, \`name\` and \`clientReference\` of the batch as query parameters.`,
    examples: [CSV_EXAMPLE],
  }),
  'application/xml': Type.String({
    description: `A customer credit transfer initiation, pain.001.001.09, in UTF-8, with at most ${MAX_ITEMS} transactions; \`text/xml\` is accepted too. The debtor account is the IBAN, the number or the id of an account of the entity. \`NbOfTxs\` and \`CtrlSum\`, where given, must agree with the transactions. \`MsgId\` is the \`clientReference\` of the batch. Send \`mode\` and \`name\` as query parameters.`,
    examples: [XML_EXAMPLE],
  }),
}
