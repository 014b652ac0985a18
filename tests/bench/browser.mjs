import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { launchOptions } from '../setup/chromium.mjs'
import { SetupError } from '../setup/steps.mjs'

/**
 * Chromium with as little instrumentation as possible. Test drivers make every page report each request with its call stack. For a click that loads
 * code, these reports take a tenth of the measured time. Visitors' browsers send no such reports.
 *
 * @typedef {(method: string, params?: object) => Promise<any>} Send a command of the DevTools protocol
 * @typedef {{ send: Send, evaluate: (expression: string) => Promise<any>, close: () => Promise<void> }} Page
 * @typedef {{ newPage: () => Promise<Page>, close: () => Promise<void> }} Browser
 */

const WINDOW = { width: 1200, height: 800 }
const browserFlags = ['--headless', '--no-first-run', '--no-default-browser-check', '--disable-background-networking']

/** @returns {Promise<Browser>} */
export async function launchUninstrumented() {
  const profile = mkdtempSync(join(tmpdir(), 'wallet-modal-bench-browser-'))
  const { executablePath, args } = launchOptions()
  const flags = [...args, ...browserFlags, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(executablePath, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const [, , , toBrowser, fromBrowser] = child.stdio
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new SetupError('Chromium did not open its DevTools pipe.')

  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.once('close', () => {
    for (const { reject } of waiting.values()) reject(new SetupError('Chromium ended.'))
  })
  toBrowser.on('error', () => {}) // the handler of 'close' reports that Chromium ended
  let incomplete = ''
  let lastId = 0
  fromBrowser.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    const messages = (incomplete + chunk).split('\0')
    incomplete = messages.pop() ?? ''
    for (const { id, result, error } of messages.map((text) => JSON.parse(text))) {
      const answer = waiting.get(id) // undefined for an event
      waiting.delete(id)
      if (error) answer?.reject(new Error(error.message))
      else answer?.resolve(result)
    }
  })
  /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<any>} */
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject })
      toBrowser.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
    })

  return {
    newPage: async () => {
      const { browserContextId } = await send('Target.createBrowserContext')
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId, ...WINDOW })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      /** @type {Send} */
      const sendPage = (method, params) => send(method, params, sessionId)
      return {
        send: sendPage,
        evaluate: async (expression) => {
          const request = { expression, awaitPromise: true, returnByValue: true }
          const { result, exceptionDetails } = await sendPage('Runtime.evaluate', request)
          if (exceptionDetails) throw new Error(result.description ?? exceptionDetails.text)
          return result.value
        },
        close: async () => {
          await send('Target.closeTarget', { targetId })
          await send('Target.disposeBrowserContext', { browserContextId })
        },
      }
    },
    close: async () => {
      await send('Browser.close').catch(() => null) // already closed
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
