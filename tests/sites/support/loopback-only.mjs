// Loaded into a process with `--import`: connections to other machines throw, so that the test fails.
import { Socket } from 'node:net'

const { connect } = Socket.prototype
const isHere = (/** @type {unknown} */ host) =>
  host === undefined || /^(localhost|127\.0\.0\.1|::1)$/.test(String(host))

/** @param {any[]} given */
Socket.prototype.connect = function (...given) {
  const [first] = Array.isArray(given[0]) ? given[0] : given
  const host = typeof first === 'object' && first !== null ? (first.path ? undefined : first.host) : given[1]
  if (typeof host === 'string' && !isHere(host)) throw new Error(`${host} is not this machine.`)
  return Reflect.apply(connect, this, given)
}
