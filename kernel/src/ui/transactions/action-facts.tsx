import type { ReactNode } from 'react'
import type {
  Action,
  ApprovalAction,
  CallGroupAction,
  SwapAction,
  TransferAction,
  UnknownAction,
} from '../../transactions/actions.js'
import { Address } from '../content/address.js'
import { Amount } from '../content/amount.js'
import { Name } from '../content/name.js'
import { Text } from '../content/text.js'
import { Fact } from '../lists/facts.js'
import { AssetText, TokenFact } from './asset-text.js'
import { findToken, nftOf, type ReviewProps } from './review-assets.js'
import { useTransactionTexts } from './use-transaction-texts.js'

type Props<One extends Action> = ReviewProps & { readonly action: One }

/** Half of the maximum uint256. Allowances from this amount are displayed as unlimited. */
const UNLIMITED = 2n ** 255n

/** Facts of an action, by its type. */
export function ActionFacts({ action, ...props }: Props<Action>): ReactNode {
  switch (action.type) {
    case 'transfer':
      return <TransferFacts action={action} {...props} />
    case 'approval':
      return <ApprovalFacts action={action} {...props} />
    case 'swap':
      return <SwapFacts action={action} {...props} />
    case 'unknown':
      return <UnknownFacts action={action} {...props} />
    case 'callGroup':
      return <CallGroupFacts action={action} {...props} />
    case 'custom':
      return (
        <>
          {action.facts.map(({ label, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts never move, and two may have the same label
            <Fact key={at} label={label} long>
              <Name>{value}</Name>
            </Fact>
          ))}
          <AddressFact label="fact.target" address={action.target} {...props} />
        </>
      )
  }
}

/** Key of the title of an action's section. */
export function titleKeyOf(action: Action): string {
  if (action.type !== 'approval') return `action.${action.type}`
  if (action.amount === 0n) return 'action.revocation'
  return nftOf(action.assetId) ? 'action.nftApproval' : 'action.approval'
}

/** Warning about one action, below its facts. */
export function ActionWarning({ action }: { readonly action: Action }): ReactNode {
  const t = useTransactionTexts()
  const key = warningOf(action)
  return (
    key && (
      <Text size="caption" tone="warning">
        {t(key)}
      </Text>
    )
  )
}

function warningOf(action: Action): string | undefined {
  if (action.type === 'approval') return approvalWarningOf(action)
  if (action.type === 'unknown') return 'action.unknownText'
  if (action.type === 'callGroup') return action.onFailure && `fact.onFailure.${action.onFailure}`
  if (action.type !== 'transfer' || action.received === undefined) return undefined
  return action.received === 'unknown' ? 'fact.receivedUnknown' : 'fact.receivedLess'
}

function approvalWarningOf({ assetId, amount }: ApprovalAction): string | undefined {
  if (amount === 0n) return undefined
  return nftOf(assetId) ? 'fact.nftApprovalText' : 'fact.allowanceText'
}

/** Complete address, below the name that the visitor entered for it. */
export function AddressFact({
  label,
  address,
  names = {},
}: Pick<ReviewProps, 'names'> & { readonly label: string; readonly address: string }): ReactNode {
  const t = useTransactionTexts()
  const name = Object.hasOwn(names, address) ? names[address] : undefined
  return (
    <Fact label={t(label)} long>
      {name !== undefined && (
        <Text size="strong">
          <Name>{name}</Name>
        </Text>
      )}
      <Address>{address}</Address>
    </Fact>
  )
}

function TransferFacts({ action, ...props }: Props<TransferAction>): ReactNode {
  const t = useTransactionTexts()
  const { memo, references = [] } = action.note ?? {}
  return (
    <>
      <Fact label={t('amount')}>
        <AssetText of={action} {...props} />
      </Fact>
      <TokenFact assetId={action.assetId} {...props} />
      <Received action={action} {...props} />
      <AddressFact label="fact.from" address={action.from} {...props} />
      <AddressFact label="fact.to" address={action.to} {...props} />
      {memo !== undefined && (
        <Fact label={t('fact.memo')} long>
          <Name>{memo}</Name>
        </Fact>
      )}
      {references.map((reference) => (
        <AddressFact key={reference} label="fact.reference" address={reference} />
      ))}
    </>
  )
}

/** Received amount, if the token withholds a fee. */
function Received({ action: { assetId, received }, ...props }: Props<TransferAction>): ReactNode {
  const t = useTransactionTexts()
  if (received === undefined || received === 'unknown') return null
  const { decimals = 0, symbol = '' } = findToken(props, assetId) ?? {}
  return (
    <Fact label={t('fact.received')}>
      <Amount value={received} decimals={decimals} symbol={symbol} places={decimals} />
    </Fact>
  )
}

function ApprovalFacts({ action, ...props }: Props<ApprovalAction>): ReactNode {
  const t = useTransactionTexts()
  const nft = nftOf(action.assetId)
  if (nft) return <NftApprovalFacts action={action} nft={nft} {...props} />
  return (
    <>
      <Fact label={t('fact.allowance')}>
        {action.amount < UNLIMITED ? (
          <AssetText of={action} {...props} />
        ) : (
          <Text size="strong" tone="warning">
            {t('fact.unlimited')} <Name>{findToken(props, action.assetId)?.symbol ?? action.assetId}</Name>
          </Text>
        )}
      </Fact>
      <TokenFact assetId={action.assetId} {...props} />
      <AddressFact label="fact.spender" address={action.spender} {...props} />
    </>
  )
}

function NftApprovalFacts({
  action: { amount, spender },
  nft: { contract, tokenId },
  ...props
}: Props<ApprovalAction> & { readonly nft: NonNullable<ReturnType<typeof nftOf>> }): ReactNode {
  const t = useTransactionTexts()
  return (
    <>
      <Fact label={t('token.nft')} long>
        <bdi dir="ltr">#{tokenId}</bdi>
      </Fact>
      <AddressFact label="fact.collection" address={contract} {...props} />
      {amount > 0n && <AddressFact label="fact.spender" address={spender} {...props} />}
    </>
  )
}

function SwapFacts({ action, ...props }: Props<SwapAction>): ReactNode {
  const t = useTransactionTexts()
  return (
    <>
      <Fact label={t('fact.pay')}>
        <AssetText of={action.pay} {...props} />
      </Fact>
      <TokenFact assetId={action.pay.assetId} {...props} />
      <Fact label={t('fact.receive')}>
        <AssetText of={action.receiveAtLeast} {...props} />
      </Fact>
      <TokenFact assetId={action.receiveAtLeast.assetId} {...props} />
      <ReceiveNetwork action={action} {...props} />
      <AddressFact label="fact.to" address={action.receiver} {...props} />
      <AddressFact label="fact.target" address={action.target} {...props} />
    </>
  )
}

/** Network on which the bought token is received, if it differs from the network of the transaction. */
function ReceiveNetwork({ action, network, networks = [] }: Props<SwapAction>): ReactNode {
  const t = useTransactionTexts()
  const [caipNetworkId = ''] = action.receiveAtLeast.assetId.split('/')
  if (caipNetworkId === network.caipNetworkId) return null
  const name = networks.find((one) => one.caipNetworkId === caipNetworkId)?.name
  return (
    <Fact label={t('fact.receiveNetwork')}>
      <Name>{name ?? caipNetworkId}</Name>
    </Fact>
  )
}

function UnknownFacts({ action, ...props }: Props<UnknownAction>): ReactNode {
  const t = useTransactionTexts()
  const { symbol, decimals } = props.network.nativeCurrency
  return (
    <>
      <Fact label={t('fact.call')} long>
        <Name>{action.call}</Name>
      </Fact>
      <AddressFact label="fact.target" address={action.target} {...props} />
      {action.value !== undefined && (
        <Fact label={t('fact.value')}>
          <Amount value={action.value} decimals={decimals} symbol={symbol} places={decimals} />
        </Fact>
      )}
    </>
  )
}

function CallGroupFacts({ action: { call, calls, account }, ...props }: Props<CallGroupAction>): ReactNode {
  const t = useTransactionTexts()
  return (
    <>
      <Fact label={t('fact.call')} long>
        <Name>{call}</Name>
      </Fact>
      <Fact label={t('fact.calls')} long>
        <Name>{calls.join(', ')}</Name>
      </Fact>
      {account !== undefined && <AddressFact label="fact.account" address={account} {...props} />}
    </>
  )
}
