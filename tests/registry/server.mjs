import { runServer } from 'verdaccio'

/**
 * The registry's own process. It ends with the one that started it, however that one ends.
 * Arguments: the configuration file. Sends `{ port }` when it listens.
 */
process.on('disconnect', () => process.exit(0))

const server = await runServer(process.argv[2])
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
