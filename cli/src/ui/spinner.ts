import { styleText } from 'node:util'
import type { Environment } from '../environment.js'

const frames = ['◒', '◐', '◓', '◑']
const frameMs = 120

/**
 * Prints a spinner with elapsed seconds. Call the returned function with the final message. The prompt library's spinner is not used, because it
 * reads the keyboard in raw mode and ends the process on Ctrl-C before cleanup.
 */
export function startSpinner(stdout: Environment['stdout'], message: string): (done: string, failed?: boolean) => void {
  const start = performance.now()
  let frame = 0
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - start) / 1000)
    stdout.write(
      `\r\u001b[2K${styleText('magenta', frames[frame++ % frames.length] ?? '')}  ${message}${seconds > 0 ? ` [${seconds}s]` : ''}`,
    )
  }
  draw()
  const timer = setInterval(draw, frameMs)
  return (done, failed = false) => {
    clearInterval(timer)
    stdout.write(`\r\u001b[2K${failed ? styleText('red', '■') : styleText('green', '◇')}  ${done}\n`)
  }
}
