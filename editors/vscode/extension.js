// Starts `clew serve` for Python files and hands it the settings of the section `clew`; all else is the server's.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function options() {
  const { openGoals, codeLens, onOpen, settings } = vscode.workspace.getConfiguration("clew");
  return { openGoals, codeLens, onOpen, settings };
}

async function start() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const words = vscode.workspace.getConfiguration("clew").get("command", ["clew", "serve"]);
  const [command, ...args] = words.map((word) => word.replace("${workspaceFolder}", folder));
  client = new LanguageClient(
    "clew",
    "clew",
    { command, args, options: folder ? { cwd: folder } : {} },
    { documentSelector: [{ scheme: "file", language: "python" }], initializationOptions: options() },
  );
  try {
    await client.start();
  } catch (error) {
    const said = `clew: \`${words.join(" ")}\` cannot be started (${error.message}). Install it where your code runs, `;
    vscode.window.showErrorMessage(`${said}pip install "clew[lsp]", and say where in the setting clew.command.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.needsStop()) {
    await running.stop();
  }
}

exports.activate = async function (context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("clew.restart", async () => {
      await stop();
      await start();
    }),
    vscode.commands.registerCommand("clew.settleFile", async () => {
      const document = vscode.window.activeTextEditor?.document;
      if (client && document) {
        const params = { command: "clew.settle", arguments: [document.uri.toString()] };
        await client.sendRequest("workspace/executeCommand", params);
      }
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("clew.command")) {
        await stop();
        await start();
      } else if (client && event.affectsConfiguration("clew")) {
        await client.sendNotification("workspace/didChangeConfiguration", { settings: { clew: options() } });
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
