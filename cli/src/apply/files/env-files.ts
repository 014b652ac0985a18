import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from './read-file.js'

/** Whether a site is built for development (`dev`) or for production. */
export type BuildMode = 'development' | 'production'

/** Files with environment variables, in the order of precedence of Next.js. In Vite, `.env.production` takes precedence over `.env.local`. */
const envFiles = (mode: BuildMode): readonly string[] => [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']

/** Value of an environment variable in the `.env` files of a site, parsed as dotenv does; `undefined` if none of them sets it. */
export async function readEnvFile(folder: string, name: string, mode: BuildMode): Promise<string | undefined> {
  for (const file of envFiles(mode)) {
    const value = parseEnv((await readText(join(folder, file))) ?? '')[name]
    if (value !== undefined) return value
  }
  return undefined
}
