"""A client of the published kind: lists, reads, and sends after its person has agreed."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

told = json.loads(sys.argv[1])


async def agree(context, params):
    print("asked:", params.message)
    return types.ElicitResult(action="accept", content={"approve": True})


def worked(result):
    return not result.model_dump(by_alias=True).get("isError")


async def main():
    server = StdioServerParameters(command=told["command"], args=told["args"], env=told["env"])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write, elicitation_callback=agree) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            assert "gmail__send" in names, names
            found = await session.call_tool("gmail__search", {"query": "in:inbox"})
            assert worked(found), found
            print(found.content[0].text)
            sent = await session.call_tool("gmail__send", told["letter"])
            assert worked(sent), sent
            print(sent.content[0].text)


asyncio.run(main())
