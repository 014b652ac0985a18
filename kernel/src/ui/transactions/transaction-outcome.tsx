import type { ReactNode } from 'react'
import { transactionUrl } from '../../domain/explorer.js'
import type { Network } from '../../domain/network.js'
import type { SentTransaction, TokenAmount } from '../../transactions/sent-transaction.js'
import type { TransactionStatus } from '../../transactions/transactions.js'
import { Address } from '../content/address.js'
import { Amount } from '../content/amount.js'
import { Name } from '../content/name.js'
import { CopyButton } from '../controls/copy-button.js'
import { Icon } from '../images/icon.js'
import { Section } from '../layout/section.js'
import { Stack } from '../layout/stack.js'
import { Fact, Facts } from '../lists/facts.js'
import { List } from '../lists/list.js'
import { ListItem } from '../lists/list-item.js'
import { EmptyState } from '../states/states.js'
import { OutcomeHeading } from './outcome-heading.js'
import { useTransactionTexts } from './use-transaction-texts.js'

export interface TransactionOutcomeProps {
  readonly sent: SentTransaction
  /** Value of the signal that `Transactions.track` returns. */
  readonly status: TransactionStatus
  /** Network whose block explorer is linked. */
  readonly network: Network | undefined
  /** Whether the wallet's reply was lost. If so, the outcome is unknown until the network reports the transaction. */
  readonly isAnswerLost?: boolean
}

/** Submitted transaction, its status, and a link to the block explorer. */
export function TransactionOutcome({ sent, network, ...outcome }: TransactionOutcomeProps): ReactNode {
  const t = useTransactionTexts()
  const hash = sent.replacementHash ?? sent.hash
  const explorerUrl = transactionUrl(network, hash)
  return (
    <Stack gap={4}>
      <div role="status">
        <Status {...outcome} />
      </div>
      <Section raised>
        <Facts>
          <Summary sent={sent} />
          {hash !== undefined && (
            <Fact label={t('sent.hash')} long>
              <Address>{hash}</Address>
            </Fact>
          )}
        </Facts>
        {hash !== undefined && <CopyButton showLabel value={hash} label={t('sent.copy')} />}
      </Section>
      {explorerUrl !== undefined && (
        <List>
          <ListItem
            label={t('sent.explorer')}
            leading={<Icon name="network" />}
            trailing={<Icon name="external" size={18} />}
            href={explorerUrl}
          />
        </List>
      )}
    </Stack>
  )
}

function Status({ status, isAnswerLost }: Pick<TransactionOutcomeProps, 'status' | 'isAnswerLost'>): ReactNode {
  const t = useTransactionTexts()
  if (status === 'unknown' || (status === 'pending' && isAnswerLost))
    return (
      <EmptyState
        icon="warning"
        title={t('sent.unknown')}
        text={t(isAnswerLost ? 'sent.lostText' : 'sent.unseenText')}
      />
    )
  const isBad = status === 'failed' || status === 'partlyFailed' || status === 'replaced'
  return (
    <OutcomeHeading
      state={status === 'pending' ? 'busy' : isBad ? 'failed' : 'done'}
      icon={isBad ? 'warning' : status === 'confirmed' ? 'check' : 'send'}
      title={t(`sent.${status}`)}
      text={isAnswerLost ? t('sent.lostSettled') : undefined}
    />
  )
}

const ExactAmount = ({ token: { decimals, symbol }, amount }: TokenAmount): ReactNode => (
  <Amount value={amount} decimals={decimals} symbol={symbol} places={decimals} />
)

function Summary({ sent }: Pick<TransactionOutcomeProps, 'sent'>): ReactNode {
  const t = useTransactionTexts()
  if (sent.type === 'swap')
    return (
      <>
        <Fact label={t('fact.pay')}>
          <ExactAmount {...sent.pay} />
        </Fact>
        <Fact label={t('fact.receiveAbout')}>
          <ExactAmount {...sent.receive} />
        </Fact>
      </>
    )
  if (sent.type === 'contractCall' || sent.type === 'custom')
    return (
      <>
        <Fact label={t('fact.call')} long>
          <Name>{sent.title}</Name>
        </Fact>
        {sent.target !== undefined && (
          <Fact label={t('fact.target')} long>
            <Address>{sent.target}</Address>
          </Fact>
        )}
      </>
    )
  const isTransfer = sent.type === 'transfer'
  return (
    <>
      <Fact label={t(isTransfer ? 'amount' : 'fact.allowance')}>
        <ExactAmount {...sent} />
      </Fact>
      <Fact label={t(isTransfer ? 'fact.to' : 'fact.spender')} long>
        <Address>{isTransfer ? sent.receiver : sent.spender}</Address>
      </Fact>
    </>
  )
}
