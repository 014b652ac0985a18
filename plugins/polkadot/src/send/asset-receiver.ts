import type { ApiPromise } from '@polkadot/api'
import type { Network, ReceiverIssue } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { readAssets } from '../assets/asset.js'
import { depositOf, type Funds } from '../transactions/funds.js'

interface AssetReceiver {
  readonly api: ApiPromise
  readonly network: Network
  /** Number of the asset. */
  readonly number: string
  readonly address: string
  readonly funds: Funds
}

const refuse = (code: string, text: string): readonly ReceiverIssue[] => [{ code, severity: 'refuse', text }]

/** Warning for an account that does not exist yet. */
export const newAccount = ({ exists }: Funds): readonly ReceiverIssue[] =>
  exists ? [] : [{ code: 'newAccount', severity: 'warn' }]

/** Warning that the receiver must get at least `minimum` (an amount with symbol). */
export const minimumAmount = (isNeeded: boolean, minimum: string): readonly ReceiverIssue[] =>
  isNeeded ? [{ code: 'minimumAmount', severity: 'warn', text: minimum }] : []

/** Issues (warnings and refusals) for the receiver of an asset. */
export async function issuesOfAsset(receiver: AssetReceiver): Promise<readonly ReceiverIssue[]> {
  const { api, network, number, address, funds } = receiver
  const [reply] = await readAssets(api, [number], [address])
  const { asset, holdings = [] } = reply ?? {}
  if (!asset) return refuse('assetUnknown', `${network.name} has no asset with the number ${number}.`)
  const { symbol, minBalance, isSufficient } = asset
  const [holding] = holdings
  if (holding?.isBlocked) return refuse('assetBlocked', `The issuer of ${symbol} has blocked this account.`)
  if (!isSufficient && !funds.hasProvider && holding?.amount === 0n)
    return refuse(
      'accountNeeded',
      `This account has no ${network.nativeCurrency.symbol}, which it needs to hold ${symbol}. Send it at least ${amountWithSymbol(depositOf(api), network.nativeCurrency)} first.`,
    )
  return minimumAmount(!funds.exists, amountWithSymbol(minBalance, asset))
}
