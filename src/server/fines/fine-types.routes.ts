// The operations of the list of fine types.
import * as contract from '../../contract/fine-types.ts';
import type { Database } from '../db/types.ts';
import type { Server } from '../http/serve.ts';
import * as service from './fine-types.service.ts';

export function serveFineTypes(server: Server, db: Database): void {
  server.query(contract.listTypes, async () => ({ items: await service.readList(db.read) }));
  server.command(contract.addType, (context, { body }) => service.addType(context, body));
  server.command(contract.updateType, (context, { params, body }) => service.changeType(context, params.typeId, body));
  server.command(contract.moveType, (context, { params, body }) =>
    service.moveType(context, params.typeId, body.direction),
  );
  server.command(contract.deleteType, (context, { params }) => service.deleteType(context, params.typeId));
}
