import { messageOf, type ReceiverIssue, type ReceiverReport, type SendDraft } from '@wallet-modal/kernel'
import { amountWithSymbol, foreignNetwork } from '@wallet-modal/kernel/assets'
import { readAccountId } from '../address.js'
import { assetNumberOf } from '../assets/asset-id.js'
import type { ChainContext } from '../chain-context.js'
import { addressForm, GENERIC_PREFIX } from '../chains.js'
import { encodeSs58 } from '../ss58.js'
import { depositOf, fundsOf } from '../transactions/funds.js'
import { issuesOfAsset, newAccount } from './asset-receiver.js'

/** Names of SS58 prefixes, from the SS58 registry. */
const prefixNames: Readonly<Record<number, string>> = {
  0: 'Polkadot',
  2: 'Kusama',
  5: 'Astar',
  6: 'Bifrost',
  10: 'Acala',
  30: 'Phala',
  36: 'Centrifuge',
  63: 'Hydration',
  [GENERIC_PREFIX]: 'Substrate (42)',
}

const refuse = (code: string, text: string): ReceiverReport => ({
  address: undefined,
  issues: [{ code, severity: 'refuse', text }],
})

/** See `SendHandler.inspectReceiver`. */
export async function inspectReceiver(
  { apis, options }: Pick<ChainContext, 'apis' | 'options'>,
  input: string,
  { connection, network, token }: Pick<SendDraft, 'connection' | 'network' | 'token'>,
): Promise<ReceiverReport> {
  const text = input.trim()
  const foreign = foreignNetwork(text, 'polkadot')
  if (foreign) return refuse('wrongNetwork', foreign)
  const form = addressForm(network.caipNetworkId, options)
  let account: ReturnType<typeof readAccountId>
  try {
    account = readAccountId(text)
  } catch (error) {
    const message = messageOf(error)
    return refuse(/checksum/.test(message) ? 'wrongChecksum' : 'invalidAddress', message)
  }
  const { prefix, id } = account
  // the owner, such as an exchange, may accept payments on the chain of the prefix only
  if (form === 'h160' || prefix !== form) return refuse('wrongNetwork', prefixNames[prefix] ?? `SS58 prefix ${prefix}`)
  if (id.every((byte) => byte === 0)) return refuse('zeroAddress', 'Nobody has the key of this address.')
  const address = encodeSs58(form, id)
  const api = await (await apis()).of(network)
  const funds = await fundsOf(api, address)
  // `funds.exists` is not used: an account can exist because of an asset, without native coins
  const missing = depositOf(api) - funds.free
  const number = assetNumberOf(token.assetId, network.caipNetworkId)
  const issues: readonly ReceiverIssue[] = [
    ...(address === connection.account.address ? [{ code: 'ownAddress', severity: 'warn' } as const] : []),
    ...(number === undefined
      ? newAccount(missing > 0n, amountWithSymbol(missing, network.nativeCurrency))
      : await issuesOfAsset({ api, network, number, address, funds })),
  ]
  const refusal = issues.find(({ severity }) => severity === 'refuse')
  return refusal ? { address: undefined, issues: [refusal] } : { address, issues }
}
