import { createContext, Script } from 'node:vm'
import { CliError } from '../../errors.js'

const maxSeconds = 2

/**
 * Runs a function. Throws `INVALID_MANIFEST` after 2 seconds: a pattern in a plugin's schema can take exponential time. A script calls the function,
 * because Node.js can limit only the time of scripts.
 */
export function withTimeLimit<T>(run: () => T): T {
  const results: T[] = []
  const context = createContext({ run: () => void results.push(run()) })
  try {
    new Script('run()').runInContext(context, { timeout: maxSeconds * 1000 })
  } catch (cause) {
    if (Object(cause).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause // the error belongs to the context, so `instanceof` fails
    throw new CliError('INVALID_MANIFEST', `Checking these options takes longer than ${maxSeconds} seconds.`, {
      advice: 'Report this to the author of the plugin.',
      cause,
    })
  }
  const [result] = results
  if (result === undefined) throw new Error('The function has no result.')
  return result
}
