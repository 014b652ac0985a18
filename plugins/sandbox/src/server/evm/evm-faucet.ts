import * as v from 'valibot'
import type { DeliveryTransaction } from '../engines/engine.js'
import type { NodeRpc } from '../engines/node-rpc.js'

/** Account that sends coins and mints tokens. Its private key is unknown; the sandbox impersonates the account. */
const faucet = '0x00000000000000000000000000000000fa0ce7ed'

const hashSchema = v.string()
const receiptSchema = v.nullable(v.object({ status: v.string() }))
const quantitySchema = v.pipe(
  v.string(),
  v.transform((text) => BigInt(text)),
)
const hex = (value: bigint): string => `0x${value.toString(16)}`

/** Coins or tokens to send to an account. */
export interface Delivery {
  /** `undefined` is the native coin. */
  readonly token: string | undefined
  readonly amountBase: bigint
}

/**
 * Sends coins or mints tokens with a transaction of the faucet. Resolves before the transaction is mined. Concurrent calls are not safe, because they
 * share the faucet's nonce and balance.
 */
export async function deliverOnEvm(
  { call }: NodeRpc,
  receiver: string,
  { token, amountBase }: Delivery,
): Promise<DeliveryTransaction> {
  await call('anvil_impersonateAccount', [faucet])
  const balance = v.parse(quantitySchema, await call('eth_getBalance', [faucet, 'latest']))
  await call('anvil_setBalance', [faucet, hex(balance + 10n ** 18n + (token === undefined ? amountBase : 0n))])
  const content =
    token === undefined
      ? { to: receiver, value: hex(amountBase) }
      : { to: token, data: await mintData(receiver, amountBase) }
  const hash = v.parse(hashSchema, await call('eth_sendTransaction', [{ from: faucet, ...content }]))
  return {
    hash,
    async status() {
      const receipt = v.parse(receiptSchema, await call('eth_getTransactionReceipt', [hash]))
      if (!receipt) return 'pending'
      return receipt.status === '0x1' ? 'confirmed' : 'failed'
    },
  }
}

async function mintData(receiver: string, amountBase: bigint): Promise<string> {
  const { encodeFunctionData, getAddress, parseAbi } = await import('viem')
  const abi = parseAbi(['function mint(address to, uint256 value)'])
  return encodeFunctionData({ abi, functionName: 'mint', args: [getAddress(receiver), amountBase] })
}
