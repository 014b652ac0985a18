import { join } from 'node:path'
import { readText } from './read-file.js'

/** Files with environment variables, in the order of precedence of Next.js. In Vite, `.env.production` takes precedence over `.env.local`. */
const envFiles = ['.env.production.local', '.env.local', '.env.production', '.env'] as const

/** Value of an environment variable in the `.env` files of a site; `undefined` if none of them sets it. */
export async function readEnvFile(folder: string, name: string): Promise<string | undefined> {
  for (const file of envFiles) {
    const text = (await readText(join(folder, file))) ?? ''
    for (const line of text.split(/\r?\n/)) {
      const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line)
      if (match?.[1] === name) return (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')
    }
  }
  return undefined
}
