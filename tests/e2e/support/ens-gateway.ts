import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Address,
  createPublicClient,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts'
import { UNIVERSAL_RESOLVER } from '../../../plugins/sandbox/src/server/evm/ens/ens-contracts.js'
import { repository } from '../../setup/workspaces.mjs'
import { type JsonServer, serveJson } from './json-server.js'

const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes, address)',
  'constructor(address signer, string[] urls)',
])
const { SignedResolver }: { readonly SignedResolver: Hex } = JSON.parse(
  readFileSync(join(repository, 'tests/corpora/signed-resolver.json'), 'utf8'),
)

export interface EnsGateway extends JsonServer {
  /** Deployment parameters of a resolver that trusts this server's signatures; see tests/corpora/SignedResolver.sol. */
  readonly resolver: { readonly abi: typeof abi; readonly bytecode: Hex; readonly args: readonly [Address, string[]] }
  /** Changes replies after they were signed. */
  tamper: (record: Hex) => Hex
}

/**
 * CCIP Read gateway (ERC-3668): reads the records of names on another chain and signs them for the resolver on the first chain, like Basenames'
 * gateway.
 *
 * @param brokenGatewayUrl server without this gateway. The resolver names it first, so that clients have to try a second URL.
 */
export async function serveEnsGateway(otherRpcUrl: string, brokenGatewayUrl: string): Promise<EnsGateway> {
  const key = generatePrivateKey()
  const other = createPublicClient({ transport: http(otherRpcUrl) })
  const answerOf = async (sender: string, request: Hex): Promise<Hex> => {
    const { args } = decodeFunctionData({ abi, data: request })
    const call = { address: UNIVERSAL_RESOLVER, abi, functionName: 'resolve', args } as const
    const [record] = await other.readContract(call)
    const digest = encodeAbiParameters(parseAbiParameters('address, bytes32, bytes32'), [
      ...([sender as Address, keccak256(request), keccak256(record)] as const),
    ])
    const { r, s, v = 0n } = await sign({ hash: keccak256(digest), privateKey: key })
    const reply = [gateway.tamper(record), Number(v), r, s] as const
    return encodeAbiParameters(parseAbiParameters('bytes, uint8, bytes32, bytes32'), reply)
  }
  const server = await serveJson(async ({ pathname }) => {
    const [, sender = '', data = ''] = pathname.split('/')
    return data.startsWith('0x') ? { json: { data: await answerOf(sender, data as Hex) } } : undefined
  })
  const urls = [`${brokenGatewayUrl}/{sender}/{data}`, `${server.url}/{sender}/{data}`]
  const gateway: EnsGateway = Object.assign(server, {
    resolver: { abi, bytecode: SignedResolver, args: [privateKeyToAddress(key), urls] as const },
    tamper: (record: Hex) => record,
  })
  return gateway
}
