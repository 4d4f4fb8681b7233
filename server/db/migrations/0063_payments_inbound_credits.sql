-- Receipts from before 0058 name their transaction as well: the posting that credited their account.
update inbound_payments i
  set credited_sequence = p.seq, release_journal_id = nullif(p.journal_id, i.journal_id)
  from postings p
  where i.status = 'Credited' and i.credited_sequence is null
    and p.entity_id = i.entity_id and p.account_id = i.account_id and p.related_type = 'inboundPayment'
    and p.related_id = i.inbound_payment_id and p.amount_minor = i.amount_minor;
