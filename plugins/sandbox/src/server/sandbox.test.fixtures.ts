import { afterAll, beforeAll, expect } from 'vitest'
import { developmentAccounts } from './evm/development-accounts.js'
import { type Sandbox, startSandbox } from './start.js'

export const [alice = '', bob = '', carol = ''] = developmentAccounts
export let sandbox: Sandbox
export const faults: unknown[] = []
export const rpcUrl = (chainId: string) => `${sandbox.url}/v1/?chainId=${chainId}&projectId=p`
export const call = (method: string, params: readonly unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

export const send = (
  url: string,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

export const rpc = async (body: unknown, chainId = 'eip155:31337') => (await send(rpcUrl(chainId), body)).json()
export const get = async (path: string) => {
  const response = await fetch(`${sandbox.url}${path}`)
  return { status: response.status, body: await response.json() }
}

export function startOneSandbox(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, onFault: (fault) => faults.push(fault) })
  })
  afterAll(async () => {
    await sandbox.stop()
    expect(faults).toEqual([])
  })
}
