import type { Sandbox } from './start.js'

/** Machine-readable line: `{"ready":true,"url":...,"chains":[CAIP-2 ids],"instance":...}`. */
export const readyLine = ({ url, instance, chains }: Sandbox): string =>
  JSON.stringify({ ready: true, url, chains: chains(), instance })

/** Text for the terminal: the sandbox's URL, the RPC URL of each chain, and the reasons why chains are off. */
export function readyText({ url, engines }: Sandbox): string {
  const width = Math.max(...engines.map(({ network }) => network.name.length))
  const lines = engines.map((engine) => {
    const status = engine.status()
    const { name, caipNetworkId } = engine.network
    const endpoint = 'reason' in status ? 'off' : `${url}/v1/?chainId=${caipNetworkId}`
    return `  ${name.padEnd(width)}  ${caipNetworkId}  ${endpoint}`
  })
  const reasons = new Set(
    engines.map((engine) => engine.status()).flatMap((status) => ('reason' in status ? [status.reason] : [])),
  )
  const explanations = [...reasons].map((reason) => `\n  ${reason}`)
  return [`Sandbox ready at ${url}`, '', ...lines, ...explanations, '', 'Ctrl-C stops the sandbox.'].join('\n')
}
