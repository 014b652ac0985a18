import { definePlugin, slot, type TransactionDecoder, transactions } from '@wallet-modal/kernel'
import { Exchange } from './contract.js'
import { type ExchangeOptions, options } from './options.js'

export type { ExchangeParams } from './contract.js'
export type { ExchangeOptions } from './options.js'

/**
 * Slot of the kernel, declared by its name: importing the kernel entry that exports it would load code that is needed only after a wallet is
 * connected.
 */
const decoders = slot<TransactionDecoder>('@wallet-modal/kernel#decoders')

/** Exchanges a token for the network's coin at a contract. */
export const exchange = definePlugin<ExchangeOptions>({
  name: 'wallet-modal-plugin-exchange',
  kernel: '^0.1',
  requires: [transactions('eip155')],
  options,
  permissions: { api: ['rpc:eth_call'] },
  views: [Exchange],
  ui: () => import('./ui.js'),
  setup(ctx, { contract }) {
    ctx.add(decoders, {
      namespace: 'eip155',
      decode: async (call, context) => (await import('./calls.js')).decodeExchange(call, context, contract),
    })
  },
})
