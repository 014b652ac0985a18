import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Signed {
  readonly namespace: string
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly rpcUrl: string | undefined
}

const templates = join(import.meta.dirname, '../../templates/site')

/** Node of a chain that returns `answer` for every call, such as the verification of a signature by a smart account. */
function serveNode(answer: string): Server {
  return createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const reply = { jsonrpc: '2.0', id: JSON.parse(body).id, result: answer }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
    })
  })
}
const nodes = { yes: serveNode('0x01'), no: serveNode('0x00') }
const urlOf = (name: keyof typeof nodes): string => `http://127.0.0.1:${Object(nodes[name].address()).port}`
beforeAll(async () => {
  for (const node of Object.values(nodes))
    await new Promise<void>((resolve) => void node.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const node of Object.values(nodes)) node.close()
})

/** Request of a smart account, whose signature is longer than that of one key. */
const smartAccountRequest = {
  namespace: 'eip155',
  address: `0x${'1'.repeat(40)}`,
  message: 'Hello',
  signature: `0x${'ab'.repeat(130)}`,
}

describe.each(['shared/src/verify.ts', 'html/verify.js'])('%s', (file) => {
  it('verifies the signature of a smart account through a node, and returns undefined without an RPC URL', async () => {
    const { verify }: { readonly verify: (signed: Signed) => Promise<boolean | undefined> } = await import(
      /* @vite-ignore */ join(templates, file)
    )
    expect(await verify({ ...smartAccountRequest, rpcUrl: urlOf('yes') })).toBe(true)
    expect(await verify({ ...smartAccountRequest, rpcUrl: urlOf('no') })).toBe(false)
    expect(await verify({ ...smartAccountRequest, rpcUrl: undefined })).toBeUndefined()
  })
})
