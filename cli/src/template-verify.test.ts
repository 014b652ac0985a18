import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

interface Signed {
  readonly namespace: string
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly rpcUrl: string | undefined
}

const templates = join(import.meta.dirname, '../../templates/site')

/** Node of a chain that sends `reply` to every call, such as the verification of a signature by a smart account. */
function serveNode(reply: object, status = 200): Server {
  return createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const { id } = JSON.parse(body)
      response.statusCode = status
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
    })
  })
}
const nodes = {
  yes: serveNode({ result: '0x01' }),
  no: serveNode({ result: '0x00' }),
  failing: serveNode({}, 500),
  refusing: serveNode({ error: { code: -32005, message: 'limit exceeded' } }),
}
const urlOf = (name: keyof typeof nodes): string => `http://127.0.0.1:${Object(nodes[name].address()).port}`
beforeAll(async () => {
  for (const node of Object.values(nodes))
    await new Promise<void>((resolve) => void node.listen(0, '127.0.0.1', resolve))
})
afterEach(() => void vi.restoreAllMocks())
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

  it.each(['failing', 'refusing', 'absent'] as const)(
    'returns undefined if the node is %s',
    async (name) => {
      const { verify }: { readonly verify: (signed: Signed) => Promise<boolean | undefined> } = await import(
        /* @vite-ignore */ join(templates, file)
      )
      vi.spyOn(console, 'error').mockReturnValue()
      const rpcUrl = name === 'absent' ? 'http://127.0.0.1:1' : urlOf(name)
      expect(await verify({ ...smartAccountRequest, rpcUrl })).toBeUndefined()
    },
    20_000,
  )
})
