import { type ReactNode, useState } from 'react'
import type { TransactionReview } from '../../transactions/transactions.js'
import { Payload } from '../content/payload.js'
import { Button } from '../controls/button.js'
import { Section } from '../layout/section.js'
import { Stack } from '../layout/stack.js'
import { useTransactionTexts } from './use-transaction-texts.js'

/** Decoded call and payload, collapsed behind a button. */
export function TransactionDetails({ review }: { readonly review: TransactionReview }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const t = useTransactionTexts()
  return (
    <Stack gap={2}>
      <Button kind="quiet" compact onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'hideDetails' : 'details')}
      </Button>
      {isOpen && (
        <Section title={`${t('fact.call')}: ${review.call}`}>
          <Payload>{review.payload}</Payload>
        </Section>
      )}
    </Stack>
  )
}
