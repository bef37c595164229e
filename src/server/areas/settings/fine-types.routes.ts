// The operations of the list of fine types.
import { exportTypes } from '../../../contract/exports.ts';
import * as contract from '../../../contract/fines/fine-types.ts';
import type { Database } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { type Columns, csvFile } from '../../shared/files/csv-file.ts';
import * as service from './fine-types.service.ts';

const COLUMNS: Columns<contract.ListedFineType> = {
  name: ({ name }) => ({ text: name }),
  urduName: ({ urduName }) => ({ text: urduName }),
  amount: ({ amount }) => ({ amount }),
  active: ({ active }) => ({ word: active ? 'yes' : null }),
  useCount: ({ useCount }) => ({ count: useCount }),
  id: ({ id }) => ({ text: id }),
};

export function serveFineTypes(server: Server, db: Database): void {
  server.query(contract.listTypes, async () => ({ items: await service.readList(db.read) }));
  server.download(exportTypes, ({ input: { query } }) => {
    async function* types(): AsyncGenerator<contract.ListedFineType[]> {
      yield await service.readList(db.read);
    }
    return csvFile('fine-types', query.language, COLUMNS, types());
  });
  server.command(contract.addType, (context, { body }) => service.addType(context, body));
  server.command(contract.updateType, (context, { params, body }) => service.changeType(context, params.typeId, body));
  server.command(contract.moveType, (context, { params, body }) =>
    service.moveType(context, params.typeId, body.direction),
  );
  server.command(contract.deleteType, (context, { params }) => service.deleteType(context, params.typeId));
}
