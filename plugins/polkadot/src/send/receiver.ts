import { messageOf, type Network, type ReceiverIssue, type ReceiverReport, type SendDraft } from '@wallet-modal/kernel'
import { amountWithSymbol, foreignNetwork } from '@wallet-modal/kernel/assets'
import { readAccountId } from '../address.js'
import { assetNumberOf } from '../assets/asset-id.js'
import type { ChainContext } from '../chain-context.js'
import { addressForm, GENERIC_PREFIX } from '../chains.js'
import { encodeSs58 } from '../ss58.js'
import { depositOf, fundsOf } from '../transactions/funds.js'
import { issuesOfAsset, minimumAmount, newAccount } from './asset-receiver.js'

/** Chain names by SS58 prefix. */
const prefixNames: Readonly<Record<number, string>> = {
  0: 'Polkadot',
  2: 'Kusama',
  5: 'Astar',
  6: 'Bifrost',
  10: 'Acala',
  30: 'Phala',
  36: 'Centrifuge',
  63: 'Hydration',
}

const refuse = (code: string, text: string): ReceiverReport => ({
  address: undefined,
  issues: [{ code, severity: 'refuse', text }],
})

/** Refusal of an address with the prefix of another chain, or with the generic prefix. */
const refuseFormat = (prefix: number, { name }: Network): ReceiverReport =>
  prefix === GENERIC_PREFIX
    ? refuse(
        'genericAddress',
        `This address is encoded for no chain in particular. Ask the receiver for the address in the format of ${name}.`,
      )
    : refuse('wrongNetwork', prefixNames[prefix] ?? `another chain (SS58 prefix ${prefix})`)

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
  if (form === 'h160' || prefix !== form) return refuseFormat(prefix, network)
  if (id.every((byte) => byte === 0)) return refuse('zeroAddress', 'Nobody has the key of this address.')
  const address = encodeSs58(form, id)
  const api = await (await apis()).of(network)
  const funds = await fundsOf(api, address)
  // an account that exists because of an asset can have less than the existential deposit
  const missing = depositOf(api) - funds.free
  const number = assetNumberOf(token.assetId, network.caipNetworkId)
  const issues: readonly ReceiverIssue[] = [
    ...(address === connection.account.address ? [{ code: 'ownAddress', severity: 'warn' } as const] : []),
    ...newAccount(funds),
    ...(number === undefined
      ? minimumAmount(missing > 0n, amountWithSymbol(missing, network.nativeCurrency))
      : await issuesOfAsset({ api, network, number, address, funds })),
  ]
  const refusal = issues.find(({ severity }) => severity === 'refuse')
  return refusal ? { address: undefined, issues: [refusal] } : { address, issues }
}
