import type { Snapshot } from './snapshot.js'

/** Names of the settings that contain the dev server's port, by name of the configuration file without extension. */
const portSettings: Readonly<Record<string, string>> = {
  'vite.config': 'server',
  'astro.config': 'server',
  'nuxt.config': 'devServer',
}

/** Port that the configuration of the dev server sets as a number, such as `server: { port: 3000 }`. The configuration is never executed. */
export function detectDevPort(snapshot: Snapshot): number | undefined {
  for (const [file, setting] of Object.entries(portSettings)) {
    const text = [...snapshot].find(([path]) => path.startsWith(`${file}.`))?.[1]
    const code = text?.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') ?? ''
    const start = new RegExp(`(?<![\\w$.])${setting}\\s*:\\s*\\{`).exec(code)
    const port =
      start && /(?<![\w$.])port\s*:\s*(\d{1,5})(?!\d)/.exec(ownFields(code.slice(start.index + start[0].length)))
    if (port) return Number(port[1])
  }
  return undefined
}

/** Text of an object without its nested objects. `code` begins after the object's opening brace. */
function ownFields(code: string): string {
  let depth = 1
  let own = ''
  for (const character of code) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (depth === 0) break
    if (depth === 1) own += character
  }
  return own
}
