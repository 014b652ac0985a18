// Runs in the page: transfers with the connected wallet through unmodified libraries of the ecosystem.
import { ApiPromise, WsProvider } from '@polkadot/api'
import type { ApiOptions } from '@polkadot/api/types'
import type { InjectedExtension } from '@wallet-modal/polkadot/contract'
import { createClient } from 'polkadot-api'
import { getPolkadotSignerFromPjs } from 'polkadot-api/pjs-signer'
import { getWsProvider } from 'polkadot-api/ws'

interface Transfer {
  readonly extension: InjectedExtension
  readonly from: string
  readonly to: string
  /** In plancks. */
  readonly amountBase: bigint
  /** WebSocket URL of the chain. */
  readonly url: string
}

async function byPapi({ extension: { signer }, from, to, amountBase, url }: Transfer): Promise<boolean> {
  const { signPayload, signRaw } = signer
  if (!signPayload || !signRaw) throw new Error('The wallet signs nothing.')
  const client = createClient(getWsProvider(url))
  try {
    const transaction = client.getUnsafeApi().tx.Balances?.transfer_keep_alive?.({
      dest: { type: 'Id', value: to },
      value: amountBase,
    })
    if (!transaction) throw new Error('The chain has no such call.')
    return (await transaction.signAndSubmit(getPolkadotSignerFromPjs(from, signPayload, signRaw as never))).ok
  } finally {
    client.destroy()
  }
}

async function byPolkadotApi({ extension: { signer }, from, to, amountBase, url }: Transfer): Promise<boolean> {
  const provider: unknown = new WsProvider(url)
  const api = await ApiPromise.create({ provider, initWasm: false, noInitWarn: true } as ApiOptions)
  try {
    const transaction = api.tx.balances?.transferKeepAlive?.(to, amountBase)
    if (!transaction) throw new Error('The chain has no such call.')
    return await new Promise<boolean>((resolve, reject) => {
      const options = { signer: signer as never, nonce: -1 }
      transaction
        .signAndSend(from, options, ({ status, dispatchError }) => {
          if (status.isFinalized) resolve(dispatchError === undefined)
        })
        .catch(reject)
    })
  } finally {
    await api.disconnect()
  }
}

export const transferBy: Readonly<Record<string, (transfer: Transfer) => Promise<boolean>>> = {
  'polkadot-api': byPapi,
  '@polkadot/api': byPolkadotApi,
}
