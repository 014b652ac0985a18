import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { localPolkadotNetwork } from '@wallet-modal/sandbox/server'
import { expect, it } from 'vitest'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: (sandboxUrl) => servePage({ services: [sandboxUrl], script: '' }) })

const ask = async (chainId: string, method: string, params: readonly unknown[] = []): Promise<unknown> => {
  const reply = await fetch(`${stage.sandboxUrl}/v1/?chainId=${chainId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await reply.json()).result
}

/** The TCP port that the process listens on, read from `/proc`. */
function portOf(processId: number): number {
  const sockets = readdirSync(`/proc/${processId}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${processId}/fd/${fd}`)
    } catch {
      return [] // the descriptor was closed
    }
  })
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const line = lines.find((one) => / 0A /.test(one) && sockets.includes(`socket:[${one.trim().split(/\s+/)[9]}]`))
  return Number.parseInt(line?.trim().split(/[\s:]+/)[2] ?? '', 16)
}

it.each([
  ['eip155:31337', 'eth_blockNumber', 'evm_mine'],
  [localPolkadotNetwork.caipNetworkId, 'chain_getHeader', 'dev_newBlock'],
])('the node of %s cannot be reached by a page of another origin', async (chainId, method, attack) => {
  const before = await ask(chainId, method)
  const health: { readonly engines: readonly { readonly chainId: string; readonly processId?: number }[] } = await (
    await fetch(`${stage.sandboxUrl}/health`)
  ).json()
  const port = portOf(health.engines.find((one) => one.chainId === chainId)?.processId ?? 0)
  expect(port).toBeGreaterThan(0)
  // served locally, since Chromium itself blocks some requests of public pages to local addresses
  const foreign = createServer((_, response) => response.end('<!doctype html><title>Foreign</title>'))
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  const { page } = await stage.open({ wallets: [] })
  await page.goto(`http://127.0.0.1:${Object(foreign.address()).port}/`)
  const open = await page.evaluate(
    async ([urls, body]) => {
      const socket = (url: string): Promise<string | null> =>
        new Promise((resolve) => {
          const made = new WebSocket(url)
          made.onopen = () => {
            made.send(body)
            setTimeout(() => resolve(url), 500)
          }
          made.onerror = () => resolve(null)
        })
      const post = (url: string): Promise<string | null> =>
        fetch(url, { method: 'POST', mode: 'no-cors', body }).then(
          () => url,
          () => null,
        )
      return Promise.all(urls.map((url) => (url.startsWith('ws') ? socket(url) : post(url))))
    },
    [
      ['127.0.0.1', 'localhost'].flatMap((host) => [`ws://${host}:${port}/`, `http://${host}:${port}/`]),
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: attack, params: [] }),
    ] as const,
  )
  foreign.close()
  expect(open).toEqual([null, null, null, null])
  expect(await ask(chainId, method)).toEqual(before)
})
