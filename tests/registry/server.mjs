import { runServer } from 'verdaccio'

/**
 * The registry's own process. It exits when its parent process exits, for whatever reason.
 * Arguments: the configuration file. Sends `{ port }` to the parent when it listens.
 */
process.on('disconnect', () => process.exit(0))

const server = await runServer(process.argv[2])
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
